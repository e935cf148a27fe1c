/**
 * A JSON reader that refuses what JSON.parse lets pass: duplicate keys (of which one silently wins), nesting
 * without end, NUL, lone surrogates, `__proto__`, numbers too large to hold. It names the member at fault, so that
 * the caller is told which parameter to mend, and never repeats what the member held.
 */
import { paramOf } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';

export type JsonProblemKey =
  | 'json.syntax'
  | 'json.not_utf8'
  | 'json.too_deep'
  | 'json.duplicate_key'
  | 'json.reserved_key'
  | 'json.characters'
  | 'json.number';

export interface JsonProblem {
  readonly key: JsonProblemKey;
  /** Dotted path of the member at fault; empty at the top. */
  readonly path: string;
}

export const JSON_DEPTH_MAX = 32;

export function readStrictJson(text: string): Result<unknown, JsonProblem> {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: { key: error.key, path: reader.path() } };
    throw error;
  }
}

/** Unwinds the recursion from wherever the text went wrong; it never leaves this file. */
class Refusal extends Error {
  readonly key: JsonProblemKey;
  constructor(key: JsonProblemKey) {
    super(key);
    this.key = key;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX4 = /^[0-9a-fA-F]{4}$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  path(): string {
    return paramOf(this.#path);
  }

  document(): unknown {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw new Refusal('json.syntax');
    return value;
  }

  #value(): unknown {
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#string();
      case 0x7b:
        return this.#nested(() => this.#object());
      case 0x5b:
        return this.#nested(() => this.#array());
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #nested<T>(read: () => T): T {
    if (this.#path.length >= JSON_DEPTH_MAX) throw new Refusal('json.too_deep');
    this.#at += 1;
    this.#space();
    return read();
  }

  #object(): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    if (this.#takes('}')) return members;
    do {
      this.#space();
      if (this.#text.charCodeAt(this.#at) !== QUOTE) throw new Refusal('json.syntax');
      const key = this.#string();
      this.#path.push(key);
      if (key === '__proto__') throw new Refusal('json.reserved_key');
      if (Object.hasOwn(members, key)) throw new Refusal('json.duplicate_key');
      this.#space();
      if (!this.#takes(':')) throw new Refusal('json.syntax');
      this.#space();
      members[key] = this.#value();
      this.#path.pop();
      this.#space();
    } while (this.#takes(','));
    if (!this.#takes('}')) throw new Refusal('json.syntax');
    return members;
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    if (this.#takes(']')) return items;
    do {
      this.#space();
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
      this.#space();
    } while (this.#takes(','));
    if (!this.#takes(']')) throw new Refusal('json.syntax');
    return items;
  }

  #string(): string {
    const start = this.#at + 1;
    let end = start;
    let plain = true;
    for (; ; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === QUOTE) break;
      // Past the end charCodeAt is NaN, which is not >= 0x20 either.
      if (!(code >= 0x20)) throw new Refusal(code === 0 ? 'json.characters' : 'json.syntax');
      if (code === BACKSLASH) {
        plain = false;
        end += 1;
      }
    }
    this.#at = end + 1;
    const raw = this.#text.slice(start, end);
    const text = plain ? raw : decodeEscapes(raw);
    if (!text.isWellFormed() || text.includes('\0')) throw new Refusal('json.characters');
    return text;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw new Refusal('json.syntax');
    this.#at += match[0].length;
    const value = Number(match[0]);
    if (!Number.isFinite(value)) throw new Refusal('json.number');
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new Refusal('json.syntax');
    this.#at += word.length;
    return value;
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    for (; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }
}

function decodeEscapes(raw: string): string {
  let text = '';
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    if (char !== '\\') {
      text += char;
      continue;
    }
    at += 1;
    const letter = raw.charAt(at);
    if (letter === 'u') {
      const hex = raw.slice(at + 1, at + 5);
      if (!HEX4.test(hex)) throw new Refusal('json.syntax');
      text += String.fromCharCode(Number.parseInt(hex, 16));
      at += 4;
    } else {
      const plain = ESCAPES[letter];
      if (plain === undefined) throw new Refusal('json.syntax');
      text += plain;
    }
  }
  return text;
}
