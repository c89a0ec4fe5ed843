/** Renders /openapi.json as a page: each route with its parameters, responses and errors. */

import { createElement } from './dom.js';

const main = document.getElementById('main');

try {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`openapi.json answered ${answer.status}`);
  renderDocument(await answer.json());
} catch (error) {
  main.replaceChildren(createElement('p', { role: 'alert' }, `The description cannot be shown: ${error.message}.`));
}

/**
 * Renders the document.
 *
 * @param {any} contract an OpenAPI document
 */
function renderDocument(contract) {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })));
  main.replaceChildren(
    createElement('h1', {}, contract.info.title, ' ', createElement('small', {}, contract.info.version)),
    createElement('p', {}, contract.info.description),
    createElement('p', {}, createElement('a', { href: '/openapi.json' }, 'openapi.json'), ' is the same for programs.'),
    createElement('nav', { 'aria-label': 'Groups' }, createElement('ul', {}, contract.tags.map((tag) =>
      createElement('li', {}, createElement('a', { href: `#${createAnchor(tag.name)}` }, tag.name))))),
    contract.tags.map((tag) => [
      createElement('h2', { id: createAnchor(tag.name) }, tag.name),
      createElement('p', {}, tag.description),
      operations.filter((operation) => operation.tags.includes(tag.name)).map((item) => renderRoute(item, contract)),
    ]).flat(),
    createElement('h2', { id: 'shapes' }, 'Shapes'),
    ...Object.entries(contract.components.schemas).map(([name, schema]) => createDetails(
      [createElement('code', {}, name)], `shape-${name}`, renderSchema(schema))),
  );
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}

function renderRoute(operation, contract) {
  return createDetails(
    [
      createElement('code', { class: 'method' }, operation.method.toUpperCase()),
      createElement('code', {}, operation.path),
      createElement('span', {}, operation.summary),
    ],
    operation.operationId,
    operation.description ? createElement('p', {}, operation.description) : null,
    operation.deprecated ? createElement('p', {}, createElement('strong', {}, 'Deprecated.')) : null,
    createElement('p', {}, `Who: ${describeAccess(operation.security)}.`),
    operation.parameters ? createTable('Parameters', ['Name', 'In', 'What it is', 'Example'],
      operation.parameters.map((item) => [
        [createElement('code', {}, item.name), item.required ? ' (needed)' : ''], item.in, item.description,
        createElement('code', {}, formatValue(item.example)),
      ])) : null,
    operation.requestBody ? [
      createElement('h3', {}, operation.requestBody.required ? 'Body' : 'Body, if any'),
      Object.entries(operation.requestBody.content).map(([type, content]) => renderMedia(type, content)),
    ] : null,
    createElement('h3', {}, 'Answers'),
    Object.entries(operation.responses).map(([status, answer]) => renderResponse(status, resolveReference(answer, contract), contract)),
  );
}

/** Renders the problem codes or the body of one status. */
function renderResponse(status, answer, contract) {
  const contents = Object.entries(answer.content ?? {});
  const codes = contents.flatMap(([type, content]) => type === 'application/problem+json' ? findProblemCodes(content.schema, contract) : []);
  return createElement('section', {},
    createElement('p', {}, createElement('strong', {}, status), ' ', answer.description,
      codes.length > 0 ? [' ', codes.map((code) => [createElement('code', {}, code), ' '])] : null),
    contents.filter(([type]) => type !== 'application/problem+json').map(([type, content]) => renderMedia(type, content)));
}

function findProblemCodes(schema, contract) {
  const parts = [schema, ...(schema.allOf ?? [])].map((part) => resolveReference(part, contract));
  return parts.flatMap((part) => part.properties?.code?.enum ?? []);
}

function renderMedia(type, content) {
  return [createElement('p', {}, createElement('code', {}, type)), createElement('pre', { tabindex: '0' }, formatValue(content.example))];
}

function renderSchema(schema) {
  return createElement('pre', { tabindex: '0' }, formatValue(schema));
}

function createDetails(head, id, ...children) {
  return createElement('details', { id }, createElement('summary', {}, head), children);
}

function createTable(caption, heads, rows) {
  return createElement('table', {}, createElement('caption', {}, caption),
    createElement('thead', {}, createElement('tr', {}, heads.map((head) => createElement('th', { scope: 'col' }, head)))),
    createElement('tbody', {}, rows.map((row) => createElement('tr', {}, row.map((cell) => createElement('td', {}, cell))))));
}

/** Follows a reference within the document. */
function resolveReference(value, contract) {
  if (!value.$ref) return value;
  return value.$ref.split('/').slice(1).reduce((place, name) => place[name], contract);
}

function describeAccess(security) {
  const names = new Set(security.flatMap((choice) => Object.keys(choice)));
  if (names.size === 0) return 'anybody';
  return names.has('guest') ? 'members, and guests with a personal link' : 'members';
}

function formatValue(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function createAnchor(name) {
  return name.toLowerCase().replaceAll(' ', '-');
}
