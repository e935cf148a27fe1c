/** The readers of single values: money, numbers, assets, countries, names, times. */
import {
  CAPABILITY_IDS,
  type CapabilityId,
  isAssignedCountry,
  parseAmountValue,
  parseAsset,
} from '@switchyard/engine';
import { institutionId } from '../domain/institutions/institution-id.ts';
import { quoted } from './config-problem.ts';
import { KEY_CHARS_MAX, LABEL_CHARS_MAX, LATENCY_MS_MAX, PPM_MAX } from './limits.ts';
import { mustBe, type Reader, refused, word } from './reader.ts';

export function wholeNumber(min: number, max: number): Reader<number> {
  return word(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** Kept as text: money may outgrow what a number holds. */
export const minorUnits = word('a whole number of minor units, of at most 38 digits', (text) =>
  parseAmountValue(text) === undefined ? undefined : text,
);

export const positiveInteger = word('a whole number above 0, of at most 38 digits', (text) =>
  (parseAmountValue(text) ?? 0n) > 0n ? text : undefined,
);

export const ppm = wholeNumber(0, PPM_MAX);
export const latencyMs = wholeNumber(0, LATENCY_MS_MAX);

export const asset: Reader<string> = (tree, path) => {
  const parsed = tree.kind === 'text' ? parseAsset(tree.text) : undefined;
  if (tree.kind !== 'text' || parsed?.ok !== true) {
    return tree.kind === 'text' && parsed?.ok === false && parsed.error === 'inactive_currency'
      ? refused(path, `${quoted(tree.text)} is not an active currency of ISO 4217.`)
      : mustBe('an asset such as iso4217:EUR or a CAIP-19 token', tree, path);
  }
  return { ok: true, value: tree.text };
};

export const country = word('a country of ISO 3166-1, such as DE', (text) =>
  isAssignedCountry(text) ? text : undefined,
);

export const capability: Reader<CapabilityId> = word('a capability id such as banking.pis.single', (text) =>
  CAPABILITY_IDS.find((id) => id === text),
);

export const scheme = word('a payto scheme such as iban', (text) =>
  /^[a-z][a-z0-9.-]{0,31}$/.test(text) ? text : undefined,
);

/** A name that this file gives to something, for other places to call it by. */
export const key = word(
  `a name of at most ${KEY_CHARS_MAX} small letters, digits and single dashes`,
  (text) => (text.length <= KEY_CHARS_MAX && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : undefined),
);

export const label = word(
  `a text of at most ${LABEL_CHARS_MAX} characters on one line, without blanks around it`,
  (text) =>
    text !== '' && text === text.trim() && !UNPRINTABLE.test(text) && [...text].length <= LABEL_CHARS_MAX
      ? text
      : undefined,
);

/** In UTC and to the second, so that one moment has one spelling. */
export const timestamp = word('a moment in UTC such as 2026-11-13T15:00:00Z', (text) => {
  const date = new Date(text);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().replace('.000Z', 'Z') === text;
  return real ? text : undefined;
});

/** An id, or the country and code that the id is made from, which a person can read. */
export const institution = word('an institution, as DE|DEUTDEFF or by its ins_ id', (text) => {
  if (/^ins_[A-Za-z0-9]{8,64}$/.test(text)) return text;
  const [, from = '', code = ''] = /^([A-Z]{2})\|([A-Z0-9]{1,35})$/.exec(text) ?? [];
  return isAssignedCountry(from) ? institutionId(from, code) : undefined;
});

/** Control characters, separators of lines and paragraphs, halves of characters, what is not assigned. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A value that must also be one of those that somebody offers. */
export function among<T extends string>(
  reader: Reader<T>,
  offered: readonly string[],
  problem: (value: T) => string,
): Reader<T> {
  return (tree, path) => {
    const reading = reader(tree, path);
    return !reading.ok || offered.includes(reading.value) ? reading : refused(path, problem(reading.value));
  };
}
