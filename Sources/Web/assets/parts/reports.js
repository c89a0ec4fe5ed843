/** Telling the operator of somebody, or of something that they said. */
import { post } from '../api.js';
import { say } from '../words.js';
import { ask } from './dialog.js';
import { choices, field } from './form.js';
import { announce } from './said.js';

const REASONS = ['unwanted', 'impostor', 'other'];
const REASONS_OF_PERSON = ['unwanted', 'name', 'picture', 'impostor', 'other'];

/** @param {string} message its address */
export function reportMessage(message) {
  report(`${message}/report`, say('message.report'), say('message.reportText'), REASONS);
}

export function reportPerson({ id, name }) {
  report(`/v1/people/${id}/reports`, say('report.title', { name }), say('report.text'), REASONS_OF_PERSON);
}

/** @param {string} path where it is told */
function report(path, title, text, reasons) {
  ask({
    title,
    text,
    fields: [
      field({ name: 'reason', label: say('message.reason'), control: 'select',
        options: choices(reasons.map((reason) => [reason, say(`message.reasons.${reason}`)]), 'unwanted') }),
      field({ name: 'words', label: say('message.reportWords'), control: 'textarea', rows: 2, maxlength: 1000 }),
    ],
    yes: say('message.reportYes'),
    act: async ({ reason, words }) => {
      await post(path, words ? { reason, words } : { reason });
      announce(say('message.reported'));
    },
  });
}
