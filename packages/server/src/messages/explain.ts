/** Turns a key and its values into the explanation a person reads. */
import { type ExplanationKey, invariant } from '@switchyard/engine';
import { type MessageKey, SENTENCES } from './sentences.ts';

export interface Explanation {
  readonly key: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly message: string;
}

export function explain(explanation: ExplanationKey & { readonly key: MessageKey }): Explanation {
  const { key, vars } = explanation;
  const message = SENTENCES[key].replace(PLACEHOLDER, (_, name: string) => {
    const value = vars[name];
    invariant(value !== undefined, `the explanation ${key} is given its value for ${name}`);
    return value;
  });
  return { key, vars, message };
}

/** The values a sentence needs, by name. */
export function varsOf(key: MessageKey): readonly string[] {
  return [...new Set(Array.from(SENTENCES[key].matchAll(PLACEHOLDER), (match) => match[1] ?? ''))];
}

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;
