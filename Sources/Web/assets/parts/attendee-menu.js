/** What a host can do about somebody on the list. */
import { post, put, remove } from '../api.js';
import { say } from '../words.js';
import { reader } from '../session.js';
import { refreshScreen } from '../page.js';
import { announce } from './said.js';
import { ask } from './dialog.js';
import { more } from './menu.js';

const ANSWERS = ['attending', 'maybe', 'declined'];

/** @param {any} outing @param {any} one an attendance; null where there is nothing to do */
export function attendeeMenu(outing, one) {
  const name = one.person.name;
  const path = `/v1/outings/${outing.id}/attendees/${one.person.id}`;
  const isHost = outing.myAttendance?.role === 'host';
  const done = (sentence) => {
    announce(sentence);
    refreshScreen();
  };
  const role = async (wanted, sentence) => {
    await put(`${path}/role`, { role: wanted });
    done(sentence);
  };
  if (one.person.id === reader()?.id) {
    if (one.role !== 'cohost') return null;
    return more(name, [{ words: say('host.stepDown'), act: () => role('invitee', say('host.steppedDown')) }], `more-${one.person.id}`);
  }
  if (one.role === 'host') return null;
  const answers = ANSWERS.filter((status) => status !== one.status).map((status) => ({
    words: say('host.answer', { answer: say(`answer.give.${status}`) }),
    act: async () => {
      await put(path, { status });
      done(say('host.answered', { name }));
    },
  }));
  const cohost = one.role === 'cohost'
    ? { words: say('host.noCohost'), act: () => role('invitee', say('host.unmade', { name })) }
    : { words: say('host.cohost'), act: () => role('cohost', say('host.made', { name })) };
  const again = {
    words: say('host.resend'),
    act: async () => {
      await post(`/v1/outings/${outing.id}/invitations/${one.invitation.id}/resend`);
      announce(say('host.resent'));
    },
  };
  return more(name, [
    ...answers,
    ...(isHost ? [cohost, { words: say('host.transfer'), act: () => handOver(outing, one, done), asks: true }] : []),
    ...(one.invitation?.address ? [again] : []),
    { words: say('remove.short'), look: 'danger', act: () => removal(path, one, done), asks: true },
  ], `more-${one.person.id}`);
}

function handOver(outing, one, done) {
  const name = one.person.name;
  ask({
    title: say('host.transferTitle', { name }),
    text: say('host.transferText', { name }),
    yes: say('host.transfer'),
    act: async () => {
      await post(`/v1/outings/${outing.id}/hosts/transfer`, { personId: one.person.id });
      done(say('host.transferred', { name }));
    },
  });
}

function removal(path, one, done) {
  const name = one.person.name;
  ask({
    title: say('remove.title', { name }),
    text: say('remove.text', { name }),
    yes: say('remove.yes'),
    act: async () => {
      await remove(path);
      done(say('remove.done', { name }));
    },
  });
}
