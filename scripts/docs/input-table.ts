/** The fields of an input as a table, read from its JSON Schema. What is nested has a dotted name, as in `param`. */
import type { JsonSchema } from '@switchyard/contract';
import { anchor, code, table } from './markdown.ts';
import { grouped } from './quantity.ts';

/** A named list of words that is too long for a cell and stands at the end of the page instead. */
export interface Enumeration {
  readonly name: string;
  readonly values: readonly string[];
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly notes: string;
}

/** Longer lists of words are told apart from the table. */
const ENUM_IN_CELL_MAX = 6;
/** Longer patterns are for machines; the description says the same in words. */
const PATTERN_IN_CELL_MAX = 40;
const COUNTRY = '^[A-Z]{2}$';

export function inputTable(schema: JsonSchema): string {
  const rows = fieldsOf(schema, schema, '').map(({ name, type, required, notes }) => [
    code(name),
    type,
    required ? 'yes' : '',
    notes,
  ]);
  return table(['Field', 'Type', 'Required', 'Notes'], rows);
}

export function longEnumerations(schema: JsonSchema): readonly Enumeration[] {
  return Object.entries(schema.$defs ?? {}).flatMap(([name, definition]) =>
    isLong(definition) ? [{ name, values: (definition.enum ?? []).map(String) }] : [],
  );
}

function fieldsOf(given: JsonSchema, root: JsonSchema, prefix: string): readonly Field[] {
  const schema = resolve(given, root);
  if (schema.anyOf !== undefined && schema.type === undefined)
    return fieldsOfForms(schema.anyOf, root, prefix);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    // JSON Schema has `true` and `false` for schemas too; ours has none in an input.
    const own = value as JsonSchema;
    const name = `${prefix}${key}`;
    const field = resolve(own, root);
    const required = schema.required?.includes(key) ?? false;
    return [
      { name, type: typeOf(own, root), required, notes: notesOf(field) },
      ...fieldsOf(field, root, `${name}.`),
    ];
  });
}

/** An object that may have one of several shapes: the fields of all, those required that every shape requires. */
function fieldsOfForms(forms: readonly JsonSchema[], root: JsonSchema, prefix: string): readonly Field[] {
  const all = forms.map((form) => fieldsOf(form, root, prefix));
  const byName = new Map(all.flat().map((field) => [field.name, field]));
  return [...byName.values()].map((field) => ({
    ...field,
    required: all.every((fields) => fields.some(({ name, required }) => name === field.name && required)),
  }));
}

/** What a reference stands for, with what is said beside it. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = nameOf(schema);
  return name === undefined ? schema : { ...root.$defs?.[name], ...schema };
}

function nameOf(schema: JsonSchema): string | undefined {
  return schema.$ref?.replace('#/$defs/', '');
}

function typeOf(given: JsonSchema, root: JsonSchema): string {
  const schema = resolve(given, root);
  if (schema.enum !== undefined) {
    const name = nameOf(given);
    if (name !== undefined && isLong(schema)) return `[${name}](#${anchor(name)})`;
    return schema.enum.map((value) => code(String(value))).join(' or ');
  }
  const prefix = /^\^([a-z]+_)\[/.exec(schema.pattern ?? '')?.[1];
  if (prefix !== undefined) return `id ${code(`${prefix}…`)}`;
  if (schema.pattern === COUNTRY) return 'country, such as `DE`';
  if (schema.type === 'string' && schema.format !== undefined) return `string (${schema.format})`;
  if (schema.type === 'array') return `list of ${typeOf(schema.items as JsonSchema, root)}`;
  if (schema.type === 'object' && schema.properties === undefined) return 'map of strings';
  if (schema.anyOf !== undefined && schema.type === undefined) return 'object, of one shape or the other';
  return String(schema.type);
}

function isLong(schema: JsonSchema): boolean {
  return (schema.enum?.length ?? 0) > ENUM_IN_CELL_MAX;
}

function notesOf(schema: JsonSchema): string {
  const limits = [
    span(schema.minLength, schema.maxLength, 'characters'),
    span(schema.minimum, schema.maximum, ''),
    span(schema.minItems, schema.maxItems, 'entries'),
    mapLimits(schema),
    patternNote(schema),
    schema.default === undefined ? undefined : `default ${code(String(schema.default))}`,
  ].filter((limit) => limit !== undefined);
  const told = limits.join('; ');
  const sentence = told === '' ? [] : [`${told.charAt(0).toUpperCase()}${told.slice(1)}.`];
  return [...(schema.description === undefined ? [] : [schema.description]), ...sentence].join(' ');
}

function span(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const units = unit === '' ? '' : ` ${unit}`;
  if (max === undefined) return min === undefined ? undefined : `at least ${grouped(min)}${units}`;
  return min === undefined ? `at most ${grouped(max)}${units}` : `${grouped(min)} to ${grouped(max)}${units}`;
}

function mapLimits({ maxProperties, propertyNames, additionalProperties }: JsonSchema): string | undefined {
  if (maxProperties === undefined) return undefined;
  const lengthMax = (schema: unknown) => (schema as JsonSchema | undefined)?.maxLength ?? '∞';
  return `at most ${maxProperties} keys of at most ${lengthMax(propertyNames)} characters, with values of at most ${lengthMax(additionalProperties)}`;
}

function patternNote({ pattern, not }: JsonSchema): string | undefined {
  if (
    pattern === undefined ||
    pattern === COUNTRY ||
    pattern.length > PATTERN_IN_CELL_MAX ||
    /^\^[a-z]+_\[/.test(pattern)
  )
    return undefined;
  return `matches ${code(pattern)}${not === undefined ? '' : ', but is not `0`'}`;
}
