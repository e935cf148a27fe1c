/**
 * Renders the chart as Helm would, for the part of Go's templates that the chart keeps to: define, include, if, with,
 * range over a map, pipelines of a few functions, and trimmed spaces. Anything else is an error, so that what this cannot
 * read does not go unchecked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

export type Manifest = Readonly<Record<string, unknown>>;

export function renderChart(chartDir: string, values: object, release = 'switchyard'): readonly Manifest[] {
  const dir = join(chartDir, 'templates');
  const chart = parse(readFileSync(join(chartDir, 'Chart.yaml'), 'utf8'));
  const defaults = parse(readFileSync(join(chartDir, 'values.yaml'), 'utf8'));
  const root = {
    Values: merge(defaults, values),
    Chart: { AppVersion: chart.appVersion, Name: chart.name },
    Release: { Name: release, Service: 'Helm' },
  };
  const files = readdirSync(dir).sort();
  const scope: Scope = { dot: root, variables: new Map(), templates: new Map() };
  const trees = files.map((file) => readTemplate(readFileSync(join(dir, file), 'utf8'), scope.templates));
  return trees
    .map((tree) => write(tree, scope))
    .flatMap((text) => parseAllDocuments(text))
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: string }
  | { readonly kind: 'block'; readonly word: string; readonly rest: string; readonly body: readonly Node[] };

interface Scope {
  readonly dot: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly templates: Map<string, readonly Node[]>;
}

function readTemplate(source: string, templates: Scope['templates']): readonly Node[] {
  const tokens = source
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/s)
    .filter((token) => token !== '');
  let at = 0;
  const readBody = (isNested: boolean): readonly Node[] => {
    const nodes: Node[] = [];
    for (; at < tokens.length; ) {
      const token = tokens[at++] ?? '';
      const action = /^\{\{(.*)\}\}$/s.exec(token)?.[1]?.trim();
      if (action === undefined) nodes.push({ kind: 'text', text: token });
      else if (action === 'end') {
        if (!isNested) throw new Error('an end without a beginning');
        return nodes;
      } else {
        const [, word = '', rest = ''] = /^(if|with|range|define)\s+(.*)$/s.exec(action) ?? [];
        if (word === 'define') templates.set(JSON.parse(rest), readBody(true));
        else if (word !== '') nodes.push({ kind: 'block', word, rest, body: readBody(true) });
        else if (/^(else|template|block|break|continue|\/\*)/.test(action))
          throw new Error(`not read: ${action}`);
        else nodes.push({ kind: 'output', pipeline: action });
      }
    }
    if (isNested) throw new Error('a beginning without an end');
    return nodes;
  };
  return readBody(false);
}

function write(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => writeNode(node, scope)).join('');
}

function writeNode(node: Node, scope: Scope): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'output') return String(evaluate(node.pipeline, scope) ?? '');
  const { word, rest, body } = node;
  if (word === 'range') {
    const [, key = '', value = '', of = ''] = /^(\$\w+), (\$\w+) := (.*)$/.exec(rest) ?? [];
    const entries = Object.entries((evaluate(of, scope) ?? {}) as object).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    return entries
      .map(([name, content]) => {
        const variables = new Map([...scope.variables, [key, name], [value, content]]);
        return write(body, { ...scope, variables });
      })
      .join('');
  }
  const found = evaluate(rest, scope);
  if (!isTrue(found)) return '';
  return write(body, word === 'with' ? { ...scope, dot: found } : scope);
}

function evaluate(pipeline: string, scope: Scope): unknown {
  let value: unknown;
  for (const [index, stage] of pipeline.split('|').entries()) {
    const words = stage.trim().match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
    const [first = '', ...rest] = words;
    const isCall = Object.hasOwn(FUNCTIONS, first);
    const args = (isCall ? rest : words).map((word) => operand(word, scope));
    if (isCall) value = FUNCTIONS[first]?.(scope, [...args, ...(index === 0 ? [] : [value])]);
    else if (index === 0 && args.length === 1) value = args[0];
    else throw new Error(`not read: ${stage}`);
  }
  return value;
}

function operand(word: string, { dot, variables }: Scope): unknown {
  if (word === '.') return dot;
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^\d+$/.test(word)) return Number(word);
  if (variables.has(word)) return variables.get(word);
  if (!/^(\.\w+)+$/.test(word)) throw new Error(`not read: ${word}`);
  return word
    .slice(1)
    .split('.')
    .reduce((of: unknown, name) => {
      if (of === null || typeof of !== 'object') throw new Error(`${word}: nothing has a ${name} there`);
      return (of as Record<string, unknown>)[name];
    }, dot);
}

type TemplateFunction = (scope: Scope, args: readonly unknown[]) => unknown;

const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  include: (scope, [name, dot]) => {
    const body = scope.templates.get(String(name));
    if (body === undefined) throw new Error(`there is no template ${name}`);
    return write(body, { ...scope, dot });
  },
  not: (_, [value]) => !isTrue(value),
  default: (_, [fallback, value]) => (isTrue(value) ? value : fallback),
  quote: (_, [value]) => JSON.stringify(String(value)),
  toString: (_: Scope, [value]: readonly unknown[]) => String(value),
  toYaml: (_, [value]) => stringify(value).trimEnd(),
  nindent: (_, [spaces, text]) => `\n${String(text).replace(/^(?=.)/gm, ' '.repeat(Number(spaces)))}`,
  trunc: (_, [length, text]) => String(text).slice(0, Number(length)),
  trimSuffix: (_, [suffix, text]) =>
    String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
};

/** Go's: zero, nothing and what is empty are false. */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return value !== '' && value !== 0 && value !== false;
}

function merge(base: unknown, over: unknown): unknown {
  if (!isGroup(base) || !isGroup(over)) return over ?? base;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(Array.from(names, (name) => [name, merge(base[name], over[name])]));
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
