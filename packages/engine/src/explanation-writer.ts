/**
 * An explanation with its sentence, as JSON: the text of `explainKey`, put together from pieces that are JSON already.
 *
 * Explanations of one key nearly always have the same vars in the same order, so the pieces between their values are
 * remembered. Few pieces matter: whoever sends a text joins all that it was put together from.
 */
import { escaped, quoted } from './json-text.ts';
import { type EngineExplanation, type EngineKey, partsOfKey } from './sentences.ts';

export type WriteExplanation = (explanation: EngineExplanation) => string;

export function createExplanationWriter(): WriteExplanation {
  const layouts = new Map<EngineKey, Layout>();
  return ({ key, vars }) => {
    const names = Object.keys(vars);
    let layout = layouts.get(key);
    if (layout === undefined || !isSame(layout.names, names)) {
      layout = layoutOf(key, names);
      layouts.set(key, layout);
    }
    const { openers, middle, places, texts } = layout;
    const values = Object.values(vars);
    let text = '';
    for (let at = 0; at < values.length; at += 1) {
      const value = escaped(values[at] ?? '');
      values[at] = value;
      text += (openers[at] ?? '') + value;
    }
    text += middle;
    for (let at = 0; at < places.length; at += 1) {
      text += (values[places[at] ?? 0] ?? '') + (texts[at] ?? '');
    }
    return text;
  };
}

interface Layout {
  readonly names: readonly string[];
  /** What stands before each value among the vars. */
  readonly openers: readonly string[];
  /** From behind the last of them to the first value in the sentence. */
  readonly middle: string;
  /** Which values the sentence has, in its order; one that is not given is past the end of them. */
  readonly places: readonly number[];
  /** What stands behind each of those. */
  readonly texts: readonly string[];
}

function layoutOf(key: EngineKey, names: readonly string[]): Layout {
  const parts = partsOfKey(key);
  const start = `{"key":${quoted(key)},"vars":{`;
  const message = `},"message":"${escaped(parts.texts[0] ?? '')}`;
  const texts = parts.texts.slice(1).map(escaped);
  const end = '"}';
  return {
    names,
    openers: names.map((name, at) => `${at === 0 ? start : '",'}"${escaped(name)}":"`),
    middle: `${names.length === 0 ? start : '"'}${message}${texts.length === 0 ? end : ''}`,
    places: parts.names.map((name) => (names.includes(name) ? names.indexOf(name) : names.length)),
    texts: texts.map((text, at) => (at === texts.length - 1 ? text + end : text)),
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
