/** An explanation with its sentence, as JSON: the text of `explainKey`, put together from pieces that are JSON already. */
import { escaped, quoted } from './json-text.ts';
import {
  ENGINE_SENTENCES,
  type EngineExplanation,
  type EngineKey,
  partsOfKey,
  type SentenceParts,
} from './sentences.ts';

export function explanationText({ key, vars }: EngineExplanation): string {
  const { start, texts, names } = PIECES[key];
  let members = '';
  for (const name in vars) {
    members += `${members === '' ? '"' : ',"'}${escaped(name)}":${quoted(vars[name] ?? '')}`;
  }
  let message = texts[0] ?? '';
  for (let at = 0; at < names.length; at += 1) {
    message += escaped(vars[names[at] ?? ''] ?? '') + (texts[at + 1] ?? '');
  }
  return `${start}${members}},"message":"${message}"}`;
}

interface Pieces extends SentenceParts {
  readonly start: string;
}

// The cast holds because the keys are those of ENGINE_SENTENCES.
const PIECES = Object.fromEntries(
  (Object.keys(ENGINE_SENTENCES) as EngineKey[]).map((key) => [key, piecesOf(key)]),
) as Readonly<Record<EngineKey, Pieces>>;

function piecesOf(key: EngineKey): Pieces {
  const { texts, names } = partsOfKey(key);
  return { start: `{"key":${quoted(key)},"vars":{`, texts: texts.map(escaped), names };
}
