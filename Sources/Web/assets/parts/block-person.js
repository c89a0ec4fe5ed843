/** Blocking and unblocking people. */
import { put, remove } from '../api.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { runAndRefresh } from './actions.js';
import { openFormDialog } from './dialog.js';
import { showToast } from './toast.js';

export function confirmBlock({ id, name }) {
  openFormDialog({
    title: translate('block.title', { name }),
    text: translate('block.text'),
    yes: translate('block.yes'),
    act: async () => {
      await put(`/v1/people/${id}/block`);
      showToast(translate('block.done', { name }));
      refreshScreen();
    },
  });
}

export async function unblockPerson({ id, name }) {
  await runAndRefresh(async () => {
    await remove(`/v1/people/${id}/block`);
    showToast(translate('block.undone', { name }));
  });
}
