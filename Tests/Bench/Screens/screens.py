"""Measures how soon the screens that people open first are painted on a phone with a slow processor and network; see script/bench.

`screens.py FILE` prints a table and writes the rows to FILE. NOONISH_BINARY is the program. It runs in the environment of the browser tests.
Each screen is compared with a static page: its title comes after one script of as many bytes.
"""

import http.server
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "Browser")]

from figures import begin, end, row  # noqa: E402

VISITS = 5
LATENCY = 70  # ms
DOWN, UP = 9_000_000 / 8, 3_000_000 / 8  # bytes a second
SLOWDOWN = 4  # of the processor
MAX_SECONDS = 1.8
MAX_REQUESTS = 15
HAVE_GOALS = ("front page", "outings", "outing")
LARGEST = """() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true });
})"""


class StaticPage(http.server.BaseHTTPRequestHandler):
    """Serves `/N`, a page whose title comes after a script of N bytes."""

    def do_GET(self):
        name = self.path[1:]
        if name.endswith(".js"):
            kind, body = "text/javascript", "//" + "x" * max(0, int(name[:-3]) - 2)
        else:
            kind, body = "text/html", f'<!doctype html><title>Page</title><script src="/{name}.js"></script><h1>Lunch before the demo</h1>'
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def start_program(folder):
    """Starts the program and returns its process and its address."""
    data = pathlib.Path(folder) / "data"
    data.mkdir()
    settings = os.environ | {"NOONISH_HTTP_PORT": "0", "NOONISH_DATA_FOLDER": str(data), "NOONISH_UPDATES_QUIET_WINDOW": "0s"}
    log = open(pathlib.Path(folder) / "log", "w")
    process = subprocess.Popen([os.environ["NOONISH_BINARY"], "serve"], env=settings, stdout=subprocess.PIPE, stderr=log, text=True)
    for line in process.stdout:
        if line.startswith("ready "):
            return process, line.split()[1]
    raise SystemExit("the program does not start")


def visit(windows, address, state):
    """Opens an address from an empty cache and returns its requests, bytes and the seconds until its largest part was painted."""
    page = windows.open(viewport={"width": 390, "height": 844}, storage_state=state)
    session = page.context.new_cdp_session(page)
    counts = {"requests": 0, "bytes": 0}
    session.on("Network.responseReceived", lambda _: counts.update(requests=counts["requests"] + 1))
    session.on("Network.loadingFinished", lambda event: counts.update(bytes=counts["bytes"] + event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(address)
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(2_500)  # what comes after the title
    seconds = page.evaluate(LARGEST) / 1_000
    page.context.close()
    return counts["requests"], counts["bytes"], seconds


def measure(windows, address, state=None):
    """Returns the medians of several visits."""
    return [statistics.median(values) for values in zip(*(visit(windows, address, state) for _ in range(VISITS)), strict=True)]


def main():
    statics = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StaticPage)
    threading.Thread(target=statics.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="noonish-screens.") as folder:
        os.chmod(folder, 0o755)
        process, url = start_program(folder)
        try:
            os.environ["NOONISH_TEST_URL"] = url
            from conftest import CHROMIUM, Person, Windows, in_days
            from playwright.sync_api import sync_playwright

            with sync_playwright() as playwright:
                arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
                windows = Windows(playwright.chromium.launch(executable_path=CHROMIUM, args=arguments))
                leila = Person(windows, "Leila", windows.open()).sign_in()
                outing = leila.start("Lunch before the demo", startsAt=in_days(5, "12:15"), place="Lumo Kitchen", note="Table by the window.")
                link = leila.call("POST", f"/v1/outings/{outing}/links", {})["url"]
                signed_in = leila.page.context.storage_state()
                begin()
                screens = {
                    "front page": ("/", None), "invitation": (link, None), "outings": ("/", signed_in),
                    "outing": (f"/outings/{outing}", signed_in), "search": ("/restaurants?near=60.1699,24.9384", signed_in),
                }
                for name, (address, state) in screens.items():
                    requests, size, seconds = measure(windows, address, state)
                    fixed = measure(windows, f"http://127.0.0.1:{statics.server_port}/{size:.0f}")[2]
                    goals = [(f"at most {MAX_REQUESTS}", requests <= MAX_REQUESTS), (f"at most {MAX_SECONDS} s", seconds <= MAX_SECONDS)]
                    few, soon = goals if name in HAVE_GOALS else [("", None)] * 2
                    row(f"{name}, requests", requests, "requests", *few)
                    row(f"{name}, transferred", size / 1_000, "kB")
                    row(f"{name}, largest paint", seconds, "s", *soon, "a static page", fixed)
        finally:
            process.terminate()
            process.wait()
    end(sys.argv[1])


if __name__ == "__main__":
    main()
