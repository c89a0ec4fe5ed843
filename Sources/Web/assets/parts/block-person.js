/** Blocking and unblocking people. */
import { put, remove } from '../api.js';
import { translate } from '../localization.js';
import { runAndRefresh } from './actions.js';
import { confirmAction } from './dialog.js';

export function confirmBlock({ id, name }) {
  confirmAction({ title: 'block.title', text: 'block.text', yes: 'block.yes', done: 'block.done', isDanger: true }, { name }, () => put(`/v1/people/${id}/block`));
}

export async function unblockPerson({ id, name }) {
  await runAndRefresh(() => remove(`/v1/people/${id}/block`), translate('block.undone', { name }));
}
