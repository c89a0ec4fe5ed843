/** Shows /openapi.json to people: every route with what it takes, what it answers and what may be wrong. */

import { element } from './element.js';

const main = document.getElementById('main');

try {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`);
  show(await answer.json());
} catch (error) {
  main.replaceChildren(element('p', { role: 'alert' }, `The description cannot be shown: ${error.message}.`));
}

/** @param {any} contract an OpenAPI document */
function show(contract) {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })));
  main.replaceChildren(
    element('h1', {}, contract.info.title, ' ', element('small', {}, contract.info.version)),
    element('p', {}, contract.info.description),
    element('p', {}, element('a', { href: '/openapi.json' }, 'openapi.json'), ' is the same for programs.'),
    element('nav', { 'aria-label': 'Groups' }, element('ul', {}, contract.tags.map((tag) =>
      element('li', {}, element('a', { href: `#${anchor(tag.name)}` }, tag.name))))),
    contract.tags.map((tag) => [
      element('h2', { id: anchor(tag.name) }, tag.name),
      element('p', {}, tag.description),
      operations.filter((operation) => operation.tags.includes(tag.name)).map((each) => route(each, contract)),
    ]).flat(),
    element('h2', { id: 'shapes' }, 'Shapes'),
    ...Object.entries(contract.components.schemas).map(([name, schema]) => folded(
      [element('code', {}, name)], `shape-${name}`, sample(schema))),
  );
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted instanceof HTMLDetailsElement) wanted.open = true;
  wanted?.scrollIntoView();
}

function route(operation, contract) {
  return folded(
    [
      element('code', { class: 'method' }, operation.method.toUpperCase()),
      element('code', {}, operation.path),
      element('span', {}, operation.summary),
    ],
    operation.operationId,
    operation.description ? element('p', {}, operation.description) : null,
    operation.deprecated ? element('p', {}, element('strong', {}, 'Deprecated.')) : null,
    element('p', {}, `Who: ${who(operation.security)}.`),
    operation.parameters ? table('Parameters', ['Name', 'In', 'What it is', 'Example'],
      operation.parameters.map((each) => [
        [element('code', {}, each.name), each.required ? ' (needed)' : ''], each.in, each.description,
        element('code', {}, text(each.example)),
      ])) : null,
    operation.requestBody ? [
      element('h3', {}, operation.requestBody.required ? 'Body' : 'Body, if any'),
      Object.entries(operation.requestBody.content).map(([type, content]) => media(type, content)),
    ] : null,
    element('h3', {}, 'Answers'),
    Object.entries(operation.responses).map(([status, answer]) => answered(status, resolved(answer, contract), contract)),
  );
}

/** One status: its problem codes in a line, or its body. */
function answered(status, answer, contract) {
  const contents = Object.entries(answer.content ?? {});
  const codes = contents.flatMap(([type, content]) => type === 'application/problem+json' ? codesOf(content.schema, contract) : []);
  return element('section', {},
    element('p', {}, element('strong', {}, status), ' ', answer.description,
      codes.length > 0 ? [' ', codes.map((code) => [element('code', {}, code), ' '])] : null),
    contents.filter(([type]) => type !== 'application/problem+json').map(([type, content]) => media(type, content)));
}

function codesOf(schema, contract) {
  const parts = [schema, ...(schema.allOf ?? [])].map((part) => resolved(part, contract));
  return parts.flatMap((part) => part.properties?.code?.enum ?? []);
}

function media(type, content) {
  return [element('p', {}, element('code', {}, type)), element('pre', { tabindex: '0' }, text(content.example))];
}

function sample(schema) {
  return element('pre', { tabindex: '0' }, text(schema));
}

function folded(head, id, ...children) {
  return element('details', { id }, element('summary', {}, head), children);
}

function table(caption, heads, rows) {
  return element('table', {}, element('caption', {}, caption),
    element('thead', {}, element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, rows.map((row) => element('tr', {}, row.map((cell) => element('td', {}, cell))))));
}

/** Follows a reference within the document. */
function resolved(value, contract) {
  if (!value.$ref) return value;
  return value.$ref.split('/').slice(1).reduce((place, name) => place[name], contract);
}

function who(security) {
  const names = new Set(security.flatMap((choice) => Object.keys(choice)));
  if (names.size === 0) return 'anybody';
  return names.has('guest') ? 'members, and guests with a personal link' : 'members';
}

function text(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function anchor(name) {
  return name.toLowerCase().replaceAll(' ', '-');
}
