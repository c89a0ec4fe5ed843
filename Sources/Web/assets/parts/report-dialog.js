/** Reporting people and messages to the operator. */
import { post } from '../api.js';
import { translate } from '../localization.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { showToast } from './toast.js';

const MESSAGE_REASONS = ['unwanted', 'impostor', 'other'];
const PERSON_REASONS = ['unwanted', 'name', 'picture', 'impostor', 'other'];

/**
 * Opens the dialog for a message.
 *
 * @param {string} message its path
 */
export function reportMessage(message) {
  openReportDialog(`${message}/report`, translate('message.reportTitle'), translate('message.reportText'), MESSAGE_REASONS);
}

export function reportPerson({ id, name }) {
  openReportDialog(`/v1/people/${id}/reports`, translate('report.title', { name }), translate('report.text'), PERSON_REASONS);
}

/**
 * Opens the dialog.
 *
 * @param {string} path where the report is sent
 */
function openReportDialog(path, title, text, reasons) {
  openFormDialog({
    title,
    text,
    fields: [
      createField({ name: 'reason', label: translate('message.reason'), control: 'select',
        options: createOptions(reasons.map((reason) => [reason, translate(`message.reasons.${reason}`)]), 'unwanted') }),
      createField({ name: 'words', label: translate('message.reportWords'), control: 'textarea', rows: 2, maxlength: 1000 }),
    ],
    yes: translate('message.reportYes'),
    draft: `report-${path}`,
    act: async ({ reason, words }) => {
      await post(path, words ? { reason, words } : { reason });
      showToast(translate('message.reported'));
    },
  });
}
