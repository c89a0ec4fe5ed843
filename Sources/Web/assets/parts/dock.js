/** Keeps the dock from covering the page: on short screens and with large type, it becomes a part of the page. */

const MAX_SHARE = 0.3; // of the window's height

/** Follows the size of a screen's dock, if it has one, until another screen is shown. */
export function followDock(screen) {
  const check = () => {
    const dock = screen.querySelector('.dock');
    document.body.dataset.dock = dock && dock.offsetHeight > innerHeight * MAX_SHARE ? 'inline' : 'fixed';
  };
  const observer = new ResizeObserver(() => {
    if (screen.isConnected) check();
    else observer.disconnect();
  });
  observer.observe(screen);
  observer.observe(document.documentElement);
  check();
}
