/** Renders /openapi.json as a page: each route with its parameters, responses and errors. */

import { createElement } from './dom.js';

const main = document.getElementById('main');

try {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`);
  show(await answer.json());
} catch (error) {
  main.replaceChildren(createElement('p', { role: 'alert' }, `The description cannot be shown: ${error.message}.`));
}

/**
 * Renders the document.
 *
 * @param {any} contract an OpenAPI document
 */
function show(contract) {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })));
  main.replaceChildren(
    createElement('h1', {}, contract.info.title, ' ', createElement('small', {}, contract.info.version)),
    createElement('p', {}, contract.info.description),
    createElement('p', {}, createElement('a', { href: '/openapi.json' }, 'openapi.json'), ' is the same for programs.'),
    createElement('nav', { 'aria-label': 'Groups' }, createElement('ul', {}, contract.tags.map((tag) =>
      createElement('li', {}, createElement('a', { href: `#${anchor(tag.name)}` }, tag.name))))),
    contract.tags.map((tag) => [
      createElement('h2', { id: anchor(tag.name) }, tag.name),
      createElement('p', {}, tag.description),
      operations.filter((operation) => operation.tags.includes(tag.name)).map((each) => route(each, contract)),
    ]).flat(),
    createElement('h2', { id: 'shapes' }, 'Shapes'),
    ...Object.entries(contract.components.schemas).map(([name, schema]) => folded(
      [createElement('code', {}, name)], `shape-${name}`, sample(schema))),
  );
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted instanceof HTMLDetailsElement) wanted.open = true;
  wanted?.scrollIntoView();
}

function route(operation, contract) {
  return folded(
    [
      createElement('code', { class: 'method' }, operation.method.toUpperCase()),
      createElement('code', {}, operation.path),
      createElement('span', {}, operation.summary),
    ],
    operation.operationId,
    operation.description ? createElement('p', {}, operation.description) : null,
    operation.deprecated ? createElement('p', {}, createElement('strong', {}, 'Deprecated.')) : null,
    createElement('p', {}, `Who: ${who(operation.security)}.`),
    operation.parameters ? table('Parameters', ['Name', 'In', 'What it is', 'Example'],
      operation.parameters.map((each) => [
        [createElement('code', {}, each.name), each.required ? ' (needed)' : ''], each.in, each.description,
        createElement('code', {}, text(each.example)),
      ])) : null,
    operation.requestBody ? [
      createElement('h3', {}, operation.requestBody.required ? 'Body' : 'Body, if any'),
      Object.entries(operation.requestBody.content).map(([type, content]) => media(type, content)),
    ] : null,
    createElement('h3', {}, 'Answers'),
    Object.entries(operation.responses).map(([status, answer]) => answered(status, resolved(answer, contract), contract)),
  );
}

/** Renders the problem codes or the body of one status. */
function answered(status, answer, contract) {
  const contents = Object.entries(answer.content ?? {});
  const codes = contents.flatMap(([type, content]) => type === 'application/problem+json' ? codesOf(content.schema, contract) : []);
  return createElement('section', {},
    createElement('p', {}, createElement('strong', {}, status), ' ', answer.description,
      codes.length > 0 ? [' ', codes.map((code) => [createElement('code', {}, code), ' '])] : null),
    contents.filter(([type]) => type !== 'application/problem+json').map(([type, content]) => media(type, content)));
}

function codesOf(schema, contract) {
  const parts = [schema, ...(schema.allOf ?? [])].map((part) => resolved(part, contract));
  return parts.flatMap((part) => part.properties?.code?.enum ?? []);
}

function media(type, content) {
  return [createElement('p', {}, createElement('code', {}, type)), createElement('pre', { tabindex: '0' }, text(content.example))];
}

function sample(schema) {
  return createElement('pre', { tabindex: '0' }, text(schema));
}

function folded(head, id, ...children) {
  return createElement('details', { id }, createElement('summary', {}, head), children);
}

function table(caption, heads, rows) {
  return createElement('table', {}, createElement('caption', {}, caption),
    createElement('thead', {}, createElement('tr', {}, heads.map((head) => createElement('th', { scope: 'col' }, head)))),
    createElement('tbody', {}, rows.map((row) => createElement('tr', {}, row.map((cell) => createElement('td', {}, cell))))));
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
