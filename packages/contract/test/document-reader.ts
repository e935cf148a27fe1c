import assert from 'node:assert/strict';
import { generateOpenApi } from '../src/openapi/generate.ts';

export type Json = Record<string, unknown>;

/** For tests: the document as a client gets it, and ways to what it says about an operation. */
export const document: Json = JSON.parse(JSON.stringify(await generateOpenApi()));

/** Follows references and member names; a rule that is not where it should be fails here. */
export function at(from: unknown, ...names: readonly (string | number)[]): unknown {
  let value = deref(from);
  for (const name of names) {
    assert.ok(
      typeof value === 'object' && value !== null && name in value,
      `no ${name} in ${names.join('.')}`,
    );
    value = deref(Reflect.get(value, name));
  }
  return value;
}

function deref(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const { $ref, ...beside } = value as { $ref: string };
  return { ...(at(document, ...$ref.slice(2).split('/')) as Json), ...beside };
}

export function operation(path: string, method = 'post'): unknown {
  return at(document, 'paths', path, method);
}

export function body(path: string, ...names: readonly string[]): unknown {
  const schema = at(operation(path), 'requestBody', 'content', 'application/json', 'schema');
  return fieldOf(schema, names);
}

export function answer(path: string, method: string, status: number, ...names: readonly string[]): unknown {
  const schema = at(operation(path, method), 'responses', status, 'content', 'application/json', 'schema');
  return fieldOf(schema, names);
}

/** The schema of a field by its dotted way; `[]` stands for the items of a list. */
function fieldOf(schema: unknown, names: readonly string[]): unknown {
  let found = schema;
  for (const name of names) found = name === '[]' ? at(found, 'items') : at(found, 'properties', name);
  return found;
}

export function parameter(path: string, method: string, name: string): unknown {
  const parameters = at(operation(path, method), 'parameters');
  assert.ok(Array.isArray(parameters));
  const found: unknown = parameters.find((candidate) => at(candidate, 'name') === name);
  assert.ok(found, `no parameter ${name}`);
  return found;
}

export const query = (path: string, name: string): unknown => at(parameter(path, 'get', name), 'schema');
export const requiredOf = (schema: unknown): unknown => at(schema, 'required');
