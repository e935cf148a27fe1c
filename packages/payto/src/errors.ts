/**
 * Every way an address can be refused, as data.
 *
 * A refusal is a key and the words its sentence needs. The words come from this package (a scheme, a country,
 * an option, the name of a check, what would have been right) and never from the address itself: an error
 * travels into logs and answers where an account number must not appear. The one exception is the country of
 * an IBAN, which identifies nobody, and only once it is known to be a country.
 */

export const PAYTO_ERROR_KEYS = [
  'payto.too_long',
  'payto.characters',
  'payto.encoding',
  'payto.syntax',
  'payto.path',
  'payto.part',
  'payto.country',
  'payto.country_unknown',
  'payto.length',
  'payto.checksum',
  'payto.zero_address',
  'payto.option',
  'payto.option_repeated',
  'payto.amount',
] as const;

export type PaytoErrorKey = (typeof PAYTO_ERROR_KEYS)[number];

export const PAYTO_ERRORS = {
  /** Over the limit of `max` code points, as given or once written canonically. */
  'payto.too_long': { vars: ['max'] },
  /** Holds a character of a `kind` that is refused anywhere, percent-encoded or not. */
  'payto.characters': { vars: ['kind'] },
  /** A percent sequence that is cut short or is not UTF-8. */
  'payto.encoding': { vars: [] },
  /** Not a payto URI at all; `rule` is the clause of the grammar that is broken. */
  'payto.syntax': { vars: ['rule'] },
  /** The path of a known type has the wrong number of parts; `expected` shows the right ones. */
  'payto.path': { vars: ['scheme', 'expected'] },
  /** One `part` of the path is misshapen; `expected` says what it should be. */
  'payto.part': { vars: ['scheme', 'part', 'expected'] },
  /** A real `country`, but one that issues no address of this type. */
  'payto.country': { vars: ['scheme', 'country'] },
  /** Where a country code belongs there is none. */
  'payto.country_unknown': { vars: ['scheme'] },
  /** Too short or too long for its `country`, which uses `expected` characters. */
  'payto.length': { vars: ['scheme', 'country', 'expected'] },
  /** Well-formed, but the named `check` fails: something was mistyped. */
  'payto.checksum': { vars: ['scheme', 'check'] },
  /** The address nobody owns. */
  'payto.zero_address': { vars: ['scheme'] },
  /** An option that is not `name=value`; `rule` says what is wrong. */
  'payto.option': { vars: ['rule'] },
  /** An `option` that may be given once is given again. */
  'payto.option_repeated': { vars: ['option'] },
  /** The amount breaks the named `rule`. */
  'payto.amount': { vars: ['rule'] },
} as const satisfies Readonly<Record<PaytoErrorKey, { readonly vars: readonly string[] }>>;

export interface PaytoError {
  readonly key: PaytoErrorKey;
  readonly vars: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly ok: false;
  readonly error: PaytoError;
}

/** What every reader in this package returns: the value, or why there is none. */
export type Reading<T> = { readonly ok: true; readonly value: T } | Refusal;

type VarsOf<K extends PaytoErrorKey> = Readonly<Record<(typeof PAYTO_ERRORS)[K]['vars'][number], string>>;

export function accept<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function refuse<K extends PaytoErrorKey>(key: K, vars: VarsOf<K>): Refusal {
  return { ok: false, error: { key, vars } };
}
