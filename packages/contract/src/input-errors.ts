/**
 * Everything that can be wrong with an input, as explanation keys with the names of their values. The sentences
 * are written elsewhere; a test there can walk this catalogue. No key has a place for the value that was sent.
 */
export const INPUT_ERRORS = {
  'input.required': [],
  'input.unknown_field': [],
  'input.reserved_field': [],
  'input.type': ['expected'],
  'input.enum': ['allowed'],
  'input.pattern': ['pattern'],
  'input.format': ['format'],
  'input.too_short': ['min'],
  'input.too_long': ['max'],
  'input.too_small': ['min'],
  'input.too_large': ['max'],
  'input.too_few': ['min'],
  'input.too_many': ['max'],
  'input.key_too_long': ['max'],
  'input.zero': [],
  'input.asset_malformed': [],
  'input.currency_inactive': [],
  'input.same_account': [],
  'input.band_order': [],
  'input.required_for_payments': ['operation'],
  'input.unmasked': [],
  'input.not_of_success': [],
  'input.uri_userinfo': [],
  'input.uri_scheme': [],
  'input.invalid': [],
} as const satisfies Record<`input.${string}`, readonly string[]>;

export type InputErrorKey = keyof typeof INPUT_ERRORS;

export type InputErrorVars<K extends InputErrorKey> = Readonly<
  Record<(typeof INPUT_ERRORS)[K][number], string>
>;

/** What a zod refinement carries as `params`, so that its issue names a key of the catalogue. */
export type InputErrorParams = {
  readonly key: InputErrorKey;
  readonly vars: Readonly<Record<string, string>>;
};

export function inputError<K extends InputErrorKey>(key: K, vars: InputErrorVars<K>): InputErrorParams {
  return { key, vars };
}
