/** Hearing no more of somebody. */
import { put, remove } from '../api.js';
import { say } from '../words.js';
import { refreshScreen } from '../page.js';
import { announce } from './said.js';
import { ask } from './dialog.js';

export function block({ id, name }) {
  ask({
    title: say('block.title', { name }),
    text: say('block.text'),
    yes: say('block.yes'),
    act: async () => {
      await put(`/v1/people/${id}/block`);
      announce(say('block.done', { name }));
      refreshScreen();
    },
  });
}

export async function unblock({ id, name }) {
  try {
    await remove(`/v1/people/${id}/block`);
    announce(say('block.undone', { name }));
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}
