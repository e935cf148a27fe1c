/**
 * A provider's published description, where the folder of descriptions lies beside the project. It is not ours to ship: a
 * test that needs it says so when it is not there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import type { Exchange } from '../recorded-http.ts';

export interface Description {
  /** Every way in which an exchange breaks it. `root` is what stands before its paths. */
  problemsOf(exchange: Exchange, root: string): readonly string[];
  /** The words of an enumeration among its schemas. */
  wordsOf(schema: string): readonly string[];
}

export function openDescription(file: string): Description | undefined {
  const path = new URL(`../../../../shared/providers/specs/${file}`, import.meta.url);
  return existsSync(path)
    ? describe(JSON.parse(JSON.stringify(parse(readFileSync(path, 'utf8')), standardised)))
    : undefined;
}

type Answer = Extract<Exchange['answer'], { kind: 'answer' }>;
type Node = Readonly<Record<string, unknown>>;

/** OpenAPI 3.0 takes `exclusiveMinimum` from an older draft, and two formats are not of this world. */
function standardised(name: string, value: unknown): unknown {
  if (name === 'exclusiveMinimum' && typeof value === 'boolean') return undefined;
  if (name !== 'format') return value;
  if (value === 'uuid4') return 'uuid';
  // As ajv has it, a `url` is never on this machine.
  return value === 'url' ? 'uri' : value;
}

function describe(document: Node): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'description' });
  const compiled = new Map<string, ValidateFunction>();

  function problemsAt(pointer: string, value: unknown, what: string): readonly string[] {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `description#${pointer}` });
    compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath}: ${message}`);
  }

  /** A node and where it really is, references followed. */
  function follow(pointer: string): { readonly pointer: string; readonly node: Node } | undefined {
    const node = nodeAt(document, pointer);
    const reference = node?.$ref;
    if (typeof reference === 'string') return follow(reference.slice(1));
    return node === undefined ? undefined : { pointer, node };
  }

  function bodyProblems(holder: string, contentType: string, text: string, what: string): readonly string[] {
    const place = follow(holder);
    if (place === undefined) return [`${what} is not described`];
    const content = fieldsOf(place.node.content);
    if (Object.keys(content).length === 0) return text === '' ? [] : [`${what} should be empty`];
    if (!(contentType in content)) return [`${what} should not be ${contentType}`];
    return problemsAt(`${place.pointer}/content/${escaped(contentType)}/schema`, JSON.parse(text), what);
  }

  function answerProblems(operation: string, answer: Answer, what: string): readonly string[] {
    const holder = `${operation}/responses/${answer.status}`;
    const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    const told = `${what} ${answer.status}`;
    return [
      ...bodyProblems(holder, type, answer.body, told),
      ...headerProblems(holder, answer.headers, told),
    ];
  }

  /** Of an answer: what must be there is, and what is there is right. */
  function headerProblems(holder: string, given: Readonly<Record<string, string>>, what: string) {
    const place = follow(holder);
    return Object.keys(fieldsOf(place?.node.headers)).flatMap((name) => {
      const header = follow(`${place?.pointer}/headers/${escaped(name)}`);
      const value = given[name.toLowerCase()];
      if (header === undefined) return [];
      if (value === undefined) return header.node.required === true ? [`${what} lacks ${name}`] : [];
      return problemsAt(`${header.pointer}/schema`, value, `${what} ${name}`);
    });
  }

  return {
    wordsOf: (schema) => {
      const words = follow(`/components/schemas/${schema}`)?.node.enum;
      return Array.isArray(words) ? words : [];
    },

    problemsOf({ request, answer }, root) {
      const { pathname, searchParams } = new URL(request.url);
      const path = pathname.slice(new URL(root).pathname.length);
      const template = Object.keys(fieldsOf(document.paths))
        .filter((candidate) => matches(candidate, path))
        .sort((a, b) => a.split('{').length - b.split('{').length)[0];
      const what = `${request.method} ${template ?? path}`;
      if (template === undefined) return [`${what} is not described`];
      const operation = `/paths/${escaped(template)}/${request.method.toLowerCase()}`;
      const node = follow(operation)?.node;
      if (node === undefined) return [`${what} is not described`];
      const parameters = (Array.isArray(node.parameters) ? node.parameters : []).flatMap((_, index) => {
        const found = follow(`${operation}/parameters/${index}`);
        return found === undefined ? [] : [found];
      });
      const given = { header: request.headers, query: Object.fromEntries(searchParams) };
      const parameterProblems = parameters.flatMap(({ pointer, node: parameter }) => {
        const place = parameter.in === 'header' ? given.header : parameter.in === 'query' ? given.query : {};
        const name = String(parameter.name);
        const value = place[parameter.in === 'header' ? name.toLowerCase() : name];
        if (value === undefined)
          return parameter.required === true && parameter.in !== 'path' ? [`${what} lacks ${name}`] : [];
        const isFlag = follow(`${pointer}/schema`)?.node.type === 'boolean';
        return problemsAt(`${pointer}/schema`, isFlag ? value === 'true' : value, `${what} ${name}`);
      });
      const known = new Set(parameters.map(({ node: { name } }) => String(name)));
      const strangers = Object.keys(given.query).filter((name) => !known.has(name));
      const sent =
        request.body === undefined
          ? []
          : bodyProblems(`${operation}/requestBody`, 'application/json', request.body, `${what} body`);
      const answered = answer.kind === 'answer' ? answerProblems(operation, answer, what) : [];
      return [
        ...parameterProblems,
        ...strangers.map((name) => `${what}: no ${name} is described`),
        ...sent,
        ...answered,
      ];
    },
  };
}

function nodeAt(document: Node, pointer: string): Node | undefined {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    node = Array.isArray(node) ? node[Number(name)] : fieldsOf(node)[name];
  }
  return node === undefined ? undefined : fieldsOf(node);
}

function fieldsOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function matches(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
