/** Renders /openapi.json as a page: each route with its parameters, responses and errors. */

import { createElement } from './dom.js';

const main = document.getElementById('main');

/** Examples of the formats of text. */
const FORMATS = {
  uuid: '0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05', 'date-time': '2027-03-11T12:30:00Z', date: '2027-03-11', email: 'ada@example.org',
};

try {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`openapi.json returned ${response.status}`);
  renderDocument(await response.json());
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
    Object.entries(methods).map(([method, operation]) =>
      ({ path, method, security: contract.security, ...operation })));
  main.replaceChildren(
    createElement('h1', {}, contract.info.title, ' ', createElement('small', {}, contract.info.version)),
    createElement('p', {}, contract.info.description),
    createElement('p', {}, createElement('a', { href: '/openapi.json' }, 'openapi.json'), ' is the same for programs.'),
    createElement('nav', { 'aria-label': 'Groups' }, createElement('ul', {}, contract.tags.map((tag) =>
      createElement('li', {}, createElement('a', { href: `#${createAnchor(tag.name)}` }, tag.name))))),
    ...contract.tags.flatMap((tag) => [
      createElement('h2', { id: createAnchor(tag.name) }, tag.name),
      createElement('p', {}, tag.description),
      ...operations.filter((operation) => operation.tags.includes(tag.name)).map((item) => renderRoute(item, contract)),
    ]),
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
    createElement('p', {}, `Callers: ${describeAccess(operation.security)}.`),
    operation.parameters ? createTable('Parameters', ['Name', 'In', 'Description', 'Example'],
      operation.parameters.map((each) => resolve(each, contract)).map((each) => [
        [createElement('code', {}, each.name), each.required ? ' (required)' : ''], each.in, each.description,
        createElement('code', {}, formatValue(exampleOf(each.schema, contract))),
      ])) : null,
    operation.requestBody ? renderBody(resolve(operation.requestBody, contract), contract) : null,
    createElement('h3', {}, 'Responses'),
    Object.entries(operation.responses).map(([status, answer]) => renderResponse(status, resolve(answer, contract), contract)),
  );
}

function renderBody(request, contract) {
  return [
    createElement('h3', {}, request.required ? 'Body' : 'Body, if any'),
    Object.entries(request.content).map(([type, content]) => renderContent(type, content, contract)),
  ];
}

/** Renders one status: its problem codes in a line, or its body. */
function renderResponse(status, answer, contract) {
  const contents = Object.entries(answer.content ?? {});
  const codes = contents.flatMap(([type, content]) => type === 'application/problem+json' ? problemCodes(content.schema, contract) : []);
  return createElement('section', {},
    createElement('p', {}, createElement('strong', {}, status), ' ', answer.description,
      codes.length > 0 ? [' ', codes.map((code) => [createElement('code', {}, code), ' '])] : null),
    contents.filter(([type]) => type !== 'application/problem+json').map(([type, content]) => renderContent(type, content, contract)));
}

function problemCodes(schema, contract) {
  const parts = [schema, ...(resolve(schema, contract).anyOf ?? [])].map((part) => part.properties ? part : resolve(part, contract));
  return parts.flatMap((part) => part.properties?.code?.enum ?? []);
}

function renderContent(type, content, contract) {
  return [
    createElement('p', {}, createElement('code', {}, type)),
    createElement('pre', { tabindex: '0' }, formatValue(exampleOf(content.schema, contract))),
  ];
}

/** Returns an example of a schema, composed of the examples of its members. */
function exampleOf(schema, contract) {
  if (schema.$ref) return exampleOf(resolve(schema, contract), contract);
  if (schema.examples) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0], contract);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [name, exampleOf(member, contract)]));
  }
  if (schema.items) return [exampleOf(schema.items, contract)];
  if (schema.contentSchema) return JSON.stringify(exampleOf(schema.contentSchema, contract));
  const type = [schema.type].flat()[0];
  return { boolean: false, integer: schema.minimum ?? 0, number: schema.minimum ?? 0, object: {} }[type] ?? FORMATS[schema.format] ?? '';
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

/** Follows a reference within the document; members beside it, such as a description, replace those of its target. */
function resolve(value, contract) {
  if (!value.$ref) return value;
  const { $ref, ...rest } = value;
  return { ...$ref.split('/').slice(1).reduce((place, name) => place[name], contract), ...rest };
}

function describeAccess(security) {
  const names = new Set(security.flatMap((choice) => Object.keys(choice)));
  if (names.size === 0) return 'anyone';
  return names.has('guest') ? 'members, and guests with a personal link' : 'members';
}

function formatValue(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function createAnchor(name) {
  return name.toLowerCase().replaceAll(' ', '-');
}
