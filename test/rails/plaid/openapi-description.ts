/**
 * A provider's published description as validators. OpenAPI 3.0 has `nullable` where JSON Schema has a type `null`, so schemas
 * are rewritten; for requests every object is closed besides, so that a field the provider does not know is a mistake.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export interface Description {
  /** Sentences about what is wrong; empty when nothing is. */
  checkRequest(path: string, body: unknown): readonly string[];
  checkAnswer(path: string, status: number, body: unknown): readonly string[];
  checkSchema(name: string, value: unknown): readonly string[];
  enumOf(name: string): readonly string[];
}

/** Undefined when the descriptions do not lie beside the project. */
export function readDescription(file: string): Description | undefined {
  const path = fileURLToPath(new URL(`../../../../shared/providers/specs/${file}`, import.meta.url));
  if (!existsSync(path)) return undefined;
  const document: Document = parse(readFileSync(path, 'utf8'));
  const validators = new Map<string, ValidateFunction>();
  const open = compiler(document, false);
  const closed = compiler(document, true);

  function check(compile: Compiler, key: string, name: string, value: unknown): readonly string[] {
    const validate = validators.get(`${key} ${name}`) ?? compile(name);
    validators.set(`${key} ${name}`, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  const operationOf = (path: string) => {
    const operation = document.paths[path]?.post;
    if (operation === undefined) throw new Error(`the description has no POST ${path}`);
    return operation;
  };
  return {
    checkRequest: (path, body) =>
      check(closed, 'closed', nameIn(operationOf(path).requestBody.content), body),
    checkAnswer(path, status, body) {
      const { responses } = operationOf(path);
      const response = responses[status] ?? responses.default;
      if (response === undefined) return [`${path} documents no ${status}`];
      return check(open, 'open', nameIn(response.content), body);
    },
    checkSchema: (name, value) => check(open, 'open', name, value),
    enumOf: (name) =>
      (document.components.schemas[name]?.enum ?? []).filter((word) => typeof word === 'string'),
  };
}

interface Schema {
  readonly [key: string]: unknown;
  readonly enum?: readonly unknown[];
}

interface Content {
  readonly 'application/json': { readonly schema: { readonly $ref: string } };
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody: { readonly content: Content };
          readonly responses: Readonly<Record<string, { readonly content: Content }>>;
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Compiler = (name: string) => ValidateFunction;

function compiler(document: Document, closes: boolean): Compiler {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, logger: false });
  addFormats.default(ajv);
  // The library's own `url` takes no loopback address, which test environments have.
  ajv.addFormat('url', (text: string) => URL.canParse(text));
  ajv.addSchema({
    $id: 'description',
    components: { schemas: rewriteAll(document.components.schemas, closes) },
  });
  return (name) => ajv.compile({ $ref: `description#/components/schemas/${name}` });
}

function rewriteAll(
  schemas: Readonly<Record<string, Schema>>,
  closes: boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, rewrite(schema, closes)]));
}

function rewrite(value: unknown, closes: boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, closes));
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _example, examples: _examples, ...schema } = value as Schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, entry]) => [key, rewrite(entry, closes)]),
  );
  // Parts of an `allOf` cannot be closed one by one; the description's own openness stays where it says so.
  const isClosable = closes && isObject(inner.properties) && inner.additionalProperties === undefined;
  const described = isClosable ? { ...inner, additionalProperties: false } : inner;
  return nullable === true ? { anyOf: [{ type: 'null' }, described] } : described;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('type' in value && typeof value.type === 'string');
}

function nameIn(content: Content): string {
  return content['application/json'].schema.$ref.split('/').at(-1) ?? '';
}
