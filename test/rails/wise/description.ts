/**
 * Wise's published descriptions, where the folder of descriptions lies beside the project. They are not ours to ship: a test
 * that needs them says so when they are not there. They demand little and forbid nothing, so here a field that they do
 * not name is a mistake as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { HttpAnswer, HttpRequest } from '@switchyard/rail-kit';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

export interface Exchange {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
}

export interface Description {
  /** Every way in which a request or a successful answer breaks it. `root` is what stands before its paths. */
  problemsOf(exchange: Exchange, root: string): readonly string[];
  /** Every way in which a value breaks one of its schemas. */
  problemsOfValue(schema: string, value: unknown): readonly string[];
}

export function openDescription(file: string): Description | undefined {
  const path = new URL(`../../../../shared/providers/specs/${file}`, import.meta.url);
  return existsSync(path) ? describe(strict(parse(readFileSync(path, 'utf8')))) : undefined;
}

type Node = Readonly<Record<string, unknown>>;

function describe(document: Node): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'description' });
  // What stands in a path or a query is text, and numbers are meant.
  const coercing = new Ajv2020({ strict: false, coerceTypes: true });
  formats.default(coercing);

  function check(pointer: string, value: unknown, what: string): readonly string[] {
    const validate = ajv.getSchema(`description#${pointer}`);
    if (validate === undefined) return [`${what} is not described`];
    return validate(value) ? [] : told(validate.errors, what);
  }

  function parameterProblems(operation: Node, given: URLSearchParams, what: string): readonly string[] {
    const parameters = listOf(operation.parameters).map((parameter) => follow(document, parameter));
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const strangers = [...given.keys()].filter((name) => !inQuery.some((each) => each.name === name));
    return [
      ...strangers.map((name) => `${what}: no ${name} is described`),
      ...inQuery.flatMap(({ name, required, schema }) => {
        const value = given.get(String(name));
        if (value === null) return required === true ? [`${what} lacks ${name}`] : [];
        const validate = coercing.compile({ properties: { value: schema } });
        return validate({ value }) ? [] : told(validate.errors, `${what} ${name}`);
      }),
    ];
  }

  return {
    problemsOfValue: (schema, value) => check(`/components/schemas/${schema}`, value, schema),
    problemsOf({ request, answer }, root) {
      const { pathname, searchParams } = new URL(request.url);
      const path = pathname.slice(new URL(root).pathname.length);
      const template = Object.keys(fieldsOf(document.paths))
        .filter((candidate) => fits(candidate, path))
        .sort((one, other) => one.split('{').length - other.split('{').length)[0];
      const method = request.method.toLowerCase();
      const what = `${request.method} ${template ?? path}`;
      const operation = fieldsOf(fieldsOf(fieldsOf(document.paths)[template ?? ''])[method]);
      if (template === undefined || operation.operationId === undefined) return [`${what} is not described`];
      const pointer = `/paths/${escaped(template)}/${method}`;
      const schema = `content/${escaped('application/json')}/schema`;
      const sent =
        request.body === undefined
          ? []
          : check(`${pointer}/requestBody/${schema}`, JSON.parse(request.body), `${what} body`);
      const answered =
        answer.kind === 'answer' && answer.status < 300
          ? check(
              `${pointer}/responses/${answer.status}/${schema}`,
              JSON.parse(answer.body),
              `${what} answer`,
            )
          : [];
      return [...parameterProblems(operation, searchParams, what), ...sent, ...answered];
    },
  };
}

/** Alternatives overlap once they are strict, so one or more may fit. */
function strict(value: unknown): Node {
  const text = JSON.stringify(value, (_name, each) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const { oneOf, ...rest } = each;
    const anyOf = Array.isArray(oneOf) ? { anyOf: oneOf } : {};
    const isClosed =
      rest.type === 'object' && rest.properties !== undefined && !('additionalProperties' in rest);
    return { ...rest, ...anyOf, ...(isClosed ? { additionalProperties: false } : {}) };
  });
  return JSON.parse(text);
}

function told(errors: readonly ErrorObject[] | null | undefined, what: string): readonly string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

function follow(document: Node, value: unknown): Node {
  const { $ref } = fieldsOf(value);
  if (typeof $ref !== 'string') return fieldsOf(value);
  let node: unknown = document;
  for (const part of $ref.split('/').slice(1)) node = fieldsOf(node)[part];
  return fieldsOf(node);
}

function fieldsOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function fits(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
