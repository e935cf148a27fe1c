/**
 * YAML as texts, lists and maps, each with its line. No value is given a type here: `NO` is not false, `1e3` is not a
 * thousand and `2026-11-13` is not a date. What a text means is for the reader of its field to say. Of YAML's powers
 * only those are left that cannot surprise: no anchors, no aliases (so nothing can grow), no tags, one document.
 */
import { err, ok, type Result } from '@switchyard/engine';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { ConfigProblem, Path, Problem } from './config-problem.ts';
import { CONFIG_CHARS_MAX, CONFIG_DEPTH_MAX } from './limits.ts';

export type Tree = Text | List | Group | Unreadable;

export interface Text {
  readonly kind: 'text';
  readonly text: string;
  readonly line: number;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Tree[];
  readonly line: number;
}

export interface Group {
  readonly kind: 'group';
  readonly members: ReadonlyMap<string, Member>;
  readonly line: number;
}

/** A field: its name stands on a line of its own. */
export interface Member {
  readonly line: number;
  readonly value: Tree;
}

/** Something whose problem has been told already, so that no reader needs to complain again. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly line: number;
}

export interface ParsedTree {
  readonly tree: Tree;
  /** What can be told without stopping. */
  readonly problems: readonly Problem[];
}

/** Text that is not YAML at all is an error; everything else comes back as far as it can be read. */
export function parseYamlTree(text: string): Result<ParsedTree, readonly ConfigProblem[]> {
  if (text.length > CONFIG_CHARS_MAX) {
    return err([{ path: '', problem: `Is longer than ${CONFIG_CHARS_MAX} characters.` }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'failsafe',
    stringKeys: true,
    // The library compares every key with every other; the walk below needs one look at each.
    uniqueKeys: false,
    prettyErrors: false,
  });
  const complaints = [...document.errors, ...document.warnings];
  if (complaints.length > 0) {
    return err(
      complaints.slice(0, YAML_PROBLEMS_MAX).map(({ message, pos }) => ({
        path: '',
        line: lines.linePos(pos[0]).line,
        problem: `Is not YAML that can be read here: ${message}.`,
      })),
    );
  }
  const walk: Walk = { lineAt: (offset) => lines.linePos(offset).line, problems: [] };
  const tree = treeOf(walk, document.contents, [], 1);
  return ok({ tree, problems: walk.problems });
}

/** The line of what stands at the path, or of the nearest thing around it. */
export function lineAt(tree: Tree, path: Path): number {
  let line = tree.line;
  let at: Tree | undefined = tree;
  for (const part of path) {
    const found: Member | undefined = at === undefined ? undefined : memberOf(at, part);
    if (found === undefined) break;
    line = found.line;
    at = found.value;
  }
  return line;
}

/** The text of a field, wherever there is one. */
export function textOf(tree: Tree, name: string): string | undefined {
  const member = tree.kind === 'group' ? tree.members.get(name) : undefined;
  return member?.value.kind === 'text' ? member.value.text : undefined;
}

/** The texts at a path in which `*` stands for every item of a list. */
export function textsAt(
  tree: Tree,
  pattern: readonly string[],
): readonly { readonly path: Path; readonly text: string }[] {
  const [first, ...rest] = pattern;
  if (first === undefined) return tree.kind === 'text' ? [{ path: [], text: tree.text }] : [];
  const under = (key: string | number, value: Tree) =>
    textsAt(value, rest).map(({ path, text }) => ({ path: [key, ...path], text }));
  if (first === '*')
    return tree.kind === 'list' ? tree.items.flatMap((item, index) => under(index, item)) : [];
  const member = tree.kind === 'group' ? tree.members.get(first) : undefined;
  return member === undefined ? [] : under(first, member.value);
}

/** After the first few, the parser's complaints are about its own confusion. */
const YAML_PROBLEMS_MAX = 5;

interface Walk {
  readonly lineAt: (offset: number) => number;
  readonly problems: Problem[];
}

function treeOf(walk: Walk, node: Node | null, path: Path, lineAround: number): Tree {
  const line = node?.range ? walk.lineAt(node.range[0]) : lineAround;
  const unreadable = (problem: string): Tree => {
    walk.problems.push({ path, problem });
    return { kind: 'unreadable', line };
  };
  if (node === null) return { kind: 'text', text: '', line };
  if (isAlias(node)) return unreadable('Is an alias; write the value out, for nothing here is read twice.');
  if (hasAnchor(node)) return unreadable('Has an anchor; remove it, for there are no aliases here.');
  if (node.tag !== undefined)
    return unreadable('Has a tag; remove it, for the field says what its value is.');
  if (path.length > CONFIG_DEPTH_MAX) return unreadable(`Lies deeper than ${CONFIG_DEPTH_MAX} levels.`);
  if (isScalar(node)) return { kind: 'text', text: String(node.value ?? ''), line };
  if (isSeq<Node | null>(node)) {
    const items = node.items.map((item, index) => treeOf(walk, item, [...path, index], line));
    return { kind: 'list', items, line };
  }
  return isMap<Node, Node | null>(node)
    ? groupOf(walk, node, path, line)
    : unreadable('Is of a kind that is not read here.');
}

function hasAnchor(node: Node): boolean {
  return 'anchor' in node && node.anchor !== undefined;
}

function groupOf(walk: Walk, map: YAMLMap<Node, Node | null>, path: Path, line: number): Tree {
  const members = new Map<string, Member>();
  for (const pair of map.items) {
    const name = nameOf(pair);
    const keyLine = pair.key.range ? walk.lineAt(pair.key.range[0]) : line;
    const first = members.get(name);
    if (hasAnchor(pair.key)) {
      walk.problems.push({ path: [...path, name], problem: 'Has an anchor on its name; remove it.' });
    }
    if (first === undefined) {
      members.set(name, { line: keyLine, value: treeOf(walk, pair.value, [...path, name], keyLine) });
    } else {
      walk.problems.push({
        path: [...path, name],
        problem: `Stands twice, on lines ${first.line} and ${keyLine}; keep one.`,
      });
    }
  }
  return { kind: 'group', members, line };
}

/** `stringKeys` has made sure that every key is a scalar with a text. */
function nameOf({ key }: Pair<Node, Node | null>): string {
  return isScalar(key) ? String(key.value ?? '') : '';
}

function memberOf(tree: Tree, part: string | number): Member | undefined {
  if (tree.kind === 'group') return tree.members.get(String(part));
  const item = tree.kind === 'list' && typeof part === 'number' ? tree.items[part] : undefined;
  return item === undefined ? undefined : { line: item.line, value: item };
}
