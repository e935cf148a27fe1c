/**
 * What SEPA carries from payer to payee: 140 characters of the Latin set that every bank must take. A slash neither begins
 * nor ends it, and two never stand together, because the rulebook uses them to mark structure.
 */
export const SEPA_REFERENCE = {
  max: 140,
  pattern: /^(?!\/)(?!.*\/\/)(?!.*\/$)[A-Za-z0-9/?:().,'+ -]{1,140}$/,
} as const;

/** What SEPA carries of a name. */
export const SEPA_NAME_MAX = 70;

/** Our key where the scheme wants an end-to-end identification: at most 35 characters, so without its hyphens. */
export function endToEndIdOf(key: string): string {
  return key.replaceAll('-', '');
}
