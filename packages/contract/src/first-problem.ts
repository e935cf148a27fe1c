import type { z } from 'zod';
import type { InputErrorKey, InputErrorParams } from './input-errors.ts';
import { INPUT_ERRORS } from './input-errors.ts';
import { PARAM_NAME_LENGTH_MAX } from './limits.ts';

/** What is wrong with an input, told without repeating what was sent. */
export interface InputProblem {
  /** Dotted path of the field at fault; empty when it is the input as a whole. */
  readonly param: string;
  readonly key: InputErrorKey;
  readonly vars: Readonly<Record<string, string>>;
}

/**
 * The first thing zod found, as a path and an explanation key. `input` is what was parsed: it is only looked at
 * to tell a missing field from a wrong one, because zod's issues no longer say.
 */
export function firstProblem(error: z.ZodError, input: unknown): InputProblem {
  const issue = error.issues[0];
  if (issue === undefined) return { param: '', key: 'input.invalid', vars: {} };
  return problemOf(issue, [], input);
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type Named = Pick<InputProblem, 'key' | 'vars'>;

function problemOf(issue: Issue, parent: Path, input: unknown): InputProblem {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== undefined) return problemOf(nearest, path, input);
  }
  if (issue.code === 'unrecognized_keys') {
    return { param: paramOf([...path, ...issue.keys.slice(0, 1)]), key: 'input.unknown_field', vars: {} };
  }
  if (isMissing(issue, path, input)) return { param: paramOf(path), key: 'input.required', vars: {} };
  return { param: paramOf(path), ...named(issue) };
}

/** The alternative that the input came closest to: the one with the fewest complaints, the earlier on a tie. */
function nearestBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  let nearest: readonly Issue[] = [];
  for (const branch of branches) {
    if (branch.length > 0 && (nearest.length === 0 || branch.length < nearest.length)) nearest = branch;
  }
  return nearest[0];
}

function isMissing(issue: Issue, path: Path, input: unknown): boolean {
  if (issue.code === 'custom') return false;
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Reflect.get(value, key);
  }
  return value === undefined;
}

/**
 * Names that came from outside are repeated only when they look like names: someone may have sent an address as
 * a key. The path ends before the first name that does not.
 */
export function paramOf(path: Path): string {
  const names: string[] = [];
  for (const part of path) {
    const name = String(part);
    if (!isRepeatable(name)) break;
    names.push(name);
  }
  return names.join('.');
}

function isRepeatable(name: string): boolean {
  return name.length <= PARAM_NAME_LENGTH_MAX && /^[A-Za-z0-9_$-]+$/.test(name) && !/[0-9]{5}/.test(name);
}

function named(issue: Issue): Named {
  switch (issue.code) {
    case 'invalid_type':
      return { key: 'input.type', vars: { expected: typeName(issue.expected) } };
    case 'invalid_value':
      return { key: 'input.enum', vars: { allowed: issue.values.map(String).join(', ') } };
    case 'too_small':
      return { key: SMALL_KEYS[issue.origin] ?? 'input.too_small', vars: { min: String(issue.minimum) } };
    case 'too_big':
      return { key: BIG_KEYS[issue.origin] ?? 'input.too_large', vars: { max: String(issue.maximum) } };
    case 'invalid_format':
      return issue.format === 'regex'
        ? { key: 'input.pattern', vars: { pattern: patternSource(issue.pattern) } }
        : { key: 'input.format', vars: { format: issue.format } };
    case 'custom':
      return customProblem(issue.params);
    default:
      return { key: 'input.invalid', vars: {} };
  }
}

const SMALL_KEYS: Readonly<Record<string, InputErrorKey>> = {
  string: 'input.too_short',
  array: 'input.too_few',
  object: 'input.too_few',
};
const BIG_KEYS: Readonly<Record<string, InputErrorKey>> = {
  string: 'input.too_long',
  array: 'input.too_many',
  object: 'input.too_many',
};

/** zod says `int` for a whole number and `record` for a map; the API says what JSON Schema says. */
function typeName(expected: string): string {
  if (expected === 'int' || expected === 'safeint') return 'integer';
  return expected === 'record' ? 'object' : expected;
}

/** zod reports a pattern as it prints: between slashes, flags behind. */
function patternSource(pattern: string | undefined): string {
  return pattern?.replace(/^\/(.*)\/[a-z]*$/s, '$1').replaceAll('\\/', '/') ?? '';
}

function customProblem(params: Record<string, unknown> | undefined): Named {
  return isInputErrorParams(params)
    ? { key: params.key, vars: params.vars }
    : { key: 'input.invalid', vars: {} };
}

function isInputErrorParams(params: object | undefined): params is InputErrorParams {
  return (
    params !== undefined && 'key' in params && typeof params.key === 'string' && params.key in INPUT_ERRORS
  );
}
