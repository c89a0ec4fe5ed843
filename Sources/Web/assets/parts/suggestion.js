/** A suggestion, with its votes and the actions of its author and of hosts. */
import { post, put } from '../api.js';
import { createElement } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { isHost } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { formatDateTime, formatDateTimeInSentence, formatTimePair, localTimeZone } from '../time.js';
import { runAndRefresh } from './actions.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { formatDietFit } from './diet-fit.js';
import { renderDiff } from './diff.js';
import { createField } from './form.js';
import { renderTally, renderVoteButtons } from './vote-buttons.js';

const STATE_STYLES = { accepted: 'yes', denied: 'no', outvoted: 'no', expired: 'unknown', polled: 'unknown' };

export function renderSuggestion(outing, suggestion) {
  const isOpen = suggestion.state === 'open';
  return createElement('li', { class: 'row suggestion' }, renderAvatar(suggestion.author),
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'secondary' }, formatByline(suggestion)),
      createElement('div', { class: 'proposed-changes' }, renderChanges(suggestion)),
      renderReach(suggestion),
      isOpen ? renderVoteButtons({
        name: `support-${suggestion.id}`, label: translate('suggestions.support'), tally: suggestion.tally,
        chosen: suggestion.mySupport, choose: (answer) => runAndRefresh(() => put(`${getPath(outing, suggestion)}/support`, { answer })),
      }) : renderTally(suggestion.tally),
      isOpen ? null : renderOutcome(suggestion),
      isOpen ? renderActions(outing, suggestion) : null));
}

/** Renders the suggested changes as old and new values; after a decision, only the suggested values. */
export function renderChanges({ state, before, after, guest, email }) {
  if (!after) { // not everyone sees who it is
    const name = getGuestName({ guest, email });
    return [createElement('span', {}, name ? translate('suggestions.invite', { name }) : translate('suggestions.inviteOther'))];
  }
  const lines = [];
  if (state !== 'open') {
    if (after.startsAt) lines.push(createElement('span', {}, formatDateTime(after.startsAt, after.timeZone)));
    if (after.place) lines.push(createElement('span', { dir: 'auto' }, after.place));
    return lines;
  }
  if (after.startsAt) lines.push(before.startsAt ? renderDiff(...formatTimePair(before, after)) : renderDiff(translate('outing.timeOpen'), formatDateTime(after.startsAt, after.timeZone)));
  if (after.place) lines.push(renderDiff(before.place ?? translate('outing.placeOpen'), after.place));
  return lines;
}

const getGuestName = ({ guest, email }) => guest?.name ?? email;

function formatByline({ author, createdAt }) {
  const isMine = author.id === getViewer()?.id;
  const when = formatDateTimeInSentence(createdAt, localTimeZone);
  return isMine ? translate('suggestions.byYou', { when }) : translate('suggestions.by', { name: author.name, when });
}

function renderReach({ gains, loses, dietFit }) {
  const names = (people) => formatList(people.map((person) => person.name));
  return [
    gains.length > 0 ? createElement('span', { class: 'secondary' }, translate('suggestions.gains', { count: gains.length, names: names(gains) })) : null,
    loses.length > 0 ? createElement('span', { class: 'secondary' }, translate('suggestions.loses', { count: loses.length, names: names(loses) })) : null,
    dietFit ? createElement('span', { class: 'secondary' }, formatDietFit(dietFit)) : null,
  ];
}

function renderOutcome({ state, word, decidedBy }) {
  return createElement('span', {},
    createElement('span', { class: `state ${STATE_STYLES[state] ?? 'unknown'}` }, translate(`suggestions.state.${state}`, { name: decidedBy?.name ?? '' })),
    word ? createElement('span', { class: 'secondary' }, ` “${word}”`) : null);
}

function renderActions(outing, suggestion) {
  const address = getPath(outing, suggestion);
  const buttons = [];
  if (isHost(outing)) {
    const accepted = suggestion.kind === 'guest' ? translate('invite.added', { name: getGuestName(suggestion) }) : translate('suggestions.accepted');
    buttons.push(
      createButton(translate('suggestions.accept'), () => runAndRefresh(() => post(`${address}/accept`), accepted),
        { icon: 'check', key: `accept-${suggestion.id}` }),
      suggestion.kind === 'guest' ? null : createButton(translate('suggestions.ask'), () => askEveryone(outing, suggestion),
        { variant: 'plain', key: `ask-${suggestion.id}` }),
      createButton(translate('suggestions.deny'), () => openDenyDialog(address), { variant: 'plain', key: `deny-${suggestion.id}` }));
  }
  if (suggestion.author.id === getViewer()?.id) {
    buttons.push(createButton(translate('suggestions.withdraw'), () => runAndRefresh(() => post(`${address}/withdraw`), translate('suggestions.withdrawn')),
      { variant: 'plain', key: `withdraw-${suggestion.id}` }));
  }
  return buttons.length > 0 ? createElement('div', { class: 'actions' }, buttons) : null;
}

async function askEveryone(outing, suggestion) {
  const { openPollForm } = await import('./poll-form.js');
  openPollForm(outing, suggestion);
}

function openDenyDialog(address) {
  openFormDialog({
    title: translate('suggestions.denyTitle'),
    text: translate('suggestions.denyText'),
    fields: [createField({ name: 'word', label: translate('suggestions.word'), maxlength: 500 })],
    yes: translate('suggestions.deny'),
    draft: `deny-${address}`,
    act: async ({ word }) => {
      await post(`${address}/deny`, word ? { word } : {});
      refreshScreen();
    },
  });
}

const getPath = (outing, suggestion) => `/v1/outings/${outing.id}/suggestions/${suggestion.id}`;
