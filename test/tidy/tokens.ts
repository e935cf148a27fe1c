/**
 * Source text as tokens, read by TypeScript's own scanner, so that a word in a comment or a string is never taken for
 * code. A scanner alone cannot know where a regular expression or the rest of a template begins; that is decided here
 * by what stands before. In JSX the text between tags is read as words too, which does no harm to imports.
 */
import { createScanner, SyntaxKind, tokenIsIdentifierOrKeyword } from 'typescript/unstable/ast';

export type TokenKind = 'word' | 'string' | 'template' | 'number' | 'regex' | 'mark' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  /** As written; of a string and of a piece of a template what is between the quotes. */
  readonly text: string;
  readonly line: number;
}

export function tokensOf(text: string): readonly Token[] {
  // A first line for the shell is none of TypeScript's tokens; its line stays, so that the count is right.
  const scanner = createScanner(
    false,
    undefined,
    text.replace(/^#!.*/, (line) => ' '.repeat(line.length)),
  );
  const tokens: Token[] = [];
  const lineAt = lineCounter(text);
  /** For each template we are inside of, how many braces are open in its current expression. */
  const templates: number[] = [];
  let before: Token | undefined;

  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const start = scanner.getTokenStart();
    const open = templates.at(-1);
    if (kind === SyntaxKind.CloseBraceToken && open === 0) kind = scanner.reScanTemplateToken(false);
    else if (kind === SyntaxKind.OpenBraceToken && open !== undefined)
      templates.push((templates.pop() ?? 0) + 1);
    else if (kind === SyntaxKind.CloseBraceToken && open !== undefined)
      templates.push((templates.pop() ?? 0) - 1);
    else if (isSlash(kind) && !endsOperand(before)) kind = scanner.reScanSlashToken();

    if (kind === SyntaxKind.TemplateHead) templates.push(0);
    if (kind === SyntaxKind.TemplateTail) templates.pop();
    const tokenKind = kindOf(kind);
    if (tokenKind === undefined) continue;
    const quoted = tokenKind === 'string' || tokenKind === 'template';
    const token = {
      kind: tokenKind,
      text: quoted ? scanner.getTokenValue() : scanner.getTokenText(),
      line: lineAt(start),
    };
    tokens.push(token);
    if (tokenKind !== 'comment') before = token;
  }
  return tokens;
}

/** Words after which an expression begins, so that a slash or an exclamation mark there is no operator behind it. */
const BEFORE_EXPRESSION: ReadonlySet<string> = new Set([
  'return',
  'typeof',
  'instanceof',
  'in',
  'of',
  'new',
  'delete',
  'void',
  'throw',
  'case',
  'do',
  'else',
  'yield',
  'await',
  'extends',
  'default',
]);

/** Whether a value ends with this token, so that what follows is an operator on it. */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'mark') return token.text === ')' || token.text === ']' || token.text === '}';
  return token.kind !== 'word' || !BEFORE_EXPRESSION.has(token.text);
}

function isSlash(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
}

function kindOf(kind: SyntaxKind): TokenKind | undefined {
  switch (kind) {
    case SyntaxKind.WhitespaceTrivia:
    case SyntaxKind.NewLineTrivia:
      return undefined;
    case SyntaxKind.SingleLineCommentTrivia:
    case SyntaxKind.MultiLineCommentTrivia:
      return 'comment';
    case SyntaxKind.StringLiteral:
      return 'string';
    case SyntaxKind.NoSubstitutionTemplateLiteral:
    case SyntaxKind.TemplateHead:
    case SyntaxKind.TemplateMiddle:
    case SyntaxKind.TemplateTail:
      return 'template';
    case SyntaxKind.NumericLiteral:
    case SyntaxKind.BigIntLiteral:
      return 'number';
    case SyntaxKind.RegularExpressionLiteral:
      return 'regex';
    default:
      return tokenIsIdentifierOrKeyword(kind) ? 'word' : 'mark';
  }
}

/** Line of an offset, counted from 1. Offsets must be asked for in rising order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let counted = 0;
  return (offset) => {
    for (; counted < offset; counted += 1) if (text[counted] === '\n') line += 1;
    return line;
  };
}
