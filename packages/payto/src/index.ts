/**
 * Payto addresses (RFC 8905): read, check, compare, mask and write them.
 */

export type { CurrencyAmount, NativeAmount, PaytoAmount, TokenAmount } from './amount.ts';
export { PAYTO_ERROR_KEYS, PAYTO_ERRORS, type PaytoError, type PaytoErrorKey } from './errors.ts';
export { formatPayto } from './format-payto.ts';
export { PAYTO_CODE_POINTS_MAX } from './limits.ts';
export type { PaytoOptions } from './options.ts';
export { type ParseResult, parsePayto } from './parse-payto.ts';
export type { PaytoAddress, PaytoTarget } from './payto-address.ts';
export type { Network } from './types/payto-type.ts';
export { isPaytoScheme, type KnownTarget, PAYTO_SCHEMES, type PaytoScheme } from './types/registry.ts';
export type { UnknownTarget } from './types/unknown-type.ts';
