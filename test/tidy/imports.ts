/** What a file imports, told from its tokens: static and dynamic imports, and exports from elsewhere. */
import type { Token } from './tokens.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /**
   * True only for what is gone at runtime: `import type` and `export type`. An import whose names are all marked
   * `type` one by one still loads the module.
   */
  readonly typeOnly: boolean;
}

/** `tokens` without comments. */
export function importsOf(tokens: readonly Token[]): readonly Import[] {
  const imports: Import[] = [];
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || isMember(tokens[at - 1])) return;
    const found =
      token.text === 'import'
        ? readImport(tokens, at)
        : token.text === 'export'
          ? readExportFrom(tokens, at)
          : undefined;
    if (found !== undefined) imports.push({ ...found, line: token.line });
  });
  return imports;
}

function isMember(before: Token | undefined): boolean {
  return before?.text === '.' || before?.text === '?.';
}

type Found = Omit<Import, 'line'>;

function readImport(tokens: readonly Token[], at: number): Found | undefined {
  const next = tokens[at + 1];
  if (next === undefined || next.text === '.' || next.text === ':') return undefined;
  if (next.kind === 'string') return { specifier: next.text, typeOnly: false };
  if (next.kind === 'mark' && next.text === '(') {
    const argument = tokens[at + 2];
    // A name that is put together at runtime cannot be told.
    const whole = [')', ','].includes(tokens[at + 3]?.text ?? '');
    return argument !== undefined && whole && isQuoted(argument)
      ? { specifier: argument.text, typeOnly: false }
      : undefined;
  }
  return fromClause(tokens, at + 1);
}

function readExportFrom(tokens: readonly Token[], at: number): Found | undefined {
  const next = tokens[at + 1];
  const first = next?.text === 'type' ? tokens[at + 2] : next;
  if (first?.kind !== 'mark' || (first.text !== '{' && first.text !== '*')) return undefined;
  return fromClause(tokens, at + 1);
}

/** The rest of a statement that names what it takes: everything up to `from`, if there is one. */
function fromClause(tokens: readonly Token[], start: number): Found | undefined {
  // `import type from './x.ts'` is a default import of the name `type`.
  const typeOnly = tokens[start]?.text === 'type' && tokens[start + 1]?.text !== 'from';
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    const after = tokens[at + 1];
    if (token?.text === 'from' && after?.kind === 'string') return { specifier: after.text, typeOnly };
    if (token?.kind === 'mark' && !CLAUSE_MARKS.has(token.text)) return undefined;
    if (token?.text === '}' && after?.text !== 'from') return undefined;
  }
  return undefined;
}

const CLAUSE_MARKS: ReadonlySet<string> = new Set(['{', '}', ',', '*']);

function isQuoted(token: Token): boolean {
  return token.kind === 'string' || token.kind === 'template';
}
