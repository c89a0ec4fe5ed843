/** The menu of what a host can do with an attendee. */
import { post, put, remove } from '../api.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { ANSWERS } from './answer-buttons.js';
import { openFormDialog } from './dialog.js';
import { canSendMail } from './mail-availability.js';
import { createMenuButton } from './menu.js';
import { showToast } from './toast.js';

/**
 * Creates the menu; null if there is nothing to do.
 *
 * @param {any} outing
 * @param {any} attendance
 */
export function createAttendeeMenu(outing, attendance) {
  const { person: { name }, reach = 'app' } = attendance;
  const path = `/v1/outings/${outing.id}/attendees/${attendance.person.id}`;
  const isHost = outing.myAttendance?.role === 'host';
  const reportDone = (sentence) => {
    showToast(sentence);
    refreshScreen();
  };
  const changeRole = async (wanted, sentence) => {
    await put(`${path}/role`, { role: wanted });
    reportDone(sentence);
  };
  if (attendance.person.id === getViewer()?.id) {
    if (attendance.role !== 'cohost') return null;
    return createMenuButton(name, [{ label: translate('host.stepDown'), act: () => changeRole('invitee', translate('host.steppedDown')) }], `more-${attendance.person.id}`);
  }
  if (attendance.role === 'host') return null;
  const answers = ANSWERS.filter((status) => status !== attendance.status).map((status) => ({
    label: translate('host.answer', { answer: translate(`answer.give.${status}`) }),
    act: async () => {
      await put(path, { status });
      reportDone(translate('host.answered', { name, reach }));
    },
  }));
  const cohost = attendance.role === 'cohost'
    ? { label: translate('host.noCohost'), act: () => changeRole('invitee', translate('host.unmade', { name })) }
    : { label: translate('host.cohost'), act: () => changeRole('cohost', translate('host.made', { name })) };
  const resend = {
    label: translate('host.resend'),
    act: async () => {
      await post(`/v1/outings/${outing.id}/invitations/${attendance.invitation.id}/resend`);
      showToast(translate('host.resent'));
    },
  };
  return createMenuButton(name, [
    ...answers,
    ...(isHost ? [cohost, { label: translate('host.transfer'), act: () => confirmTransfer(outing, attendance, reportDone), asks: true }] : []),
    ...(attendance.invitation?.address && canSendMail() ? [resend] : []),
    { label: translate('remove.short'), variant: 'danger', act: () => confirmRemoval(path, attendance, reportDone), asks: true },
  ], `more-${attendance.person.id}`);
}

function confirmTransfer(outing, attendance, done) {
  const name = attendance.person.name;
  openFormDialog({
    title: translate('host.transferTitle', { name }),
    text: translate('host.transferText', { name }),
    yes: translate('host.transfer'),
    act: async () => {
      await post(`/v1/outings/${outing.id}/hosts/transfer`, { personId: attendance.person.id });
      done(translate('host.transferred', { name }));
    },
  });
}

function confirmRemoval(path, attendance, done) {
  const { person: { name }, reach = 'app' } = attendance;
  openFormDialog({
    title: translate('remove.title', { name }),
    text: translate('remove.text', { name, reach }),
    yes: translate('remove.yes'),
    isDanger: true,
    act: async () => {
      await remove(path);
      done(translate('remove.done', { name }));
    },
  });
}
