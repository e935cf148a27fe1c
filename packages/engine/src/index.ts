export {
  AMOUNT_DIGITS_MAX,
  AMOUNT_VALUE_PATTERN,
  type Amount,
  type AmountError,
  type AmountOnWire,
  formatAmount,
  parseAmount,
  parseAmountValue,
} from './amount.ts';
export { ASSET_PATTERN, type Asset, type AssetError, parseAsset } from './asset.ts';
export { BASIS_POINTS_PER_WHOLE, basisPointsOf, toBasisPoints } from './basis-points.ts';
export {
  type CaipError,
  CHAIN_ASSET_PATTERN,
  type ChainAccount,
  type ChainAsset,
  type ChainId,
  parseChainAccount,
  parseChainAsset,
  parseChainId,
} from './caip.ts';
export { CANONICAL_DEPTH_MAX, canonicalJson } from './canonical-json.ts';
export { assignedCountries, COUNTRY_PATTERN, isAssignedCountry } from './country.ts';
export { DIGEST_PATTERN, digestOf } from './digest.ts';
export { invariant } from './invariant.ts';
export { activeCurrencies, isActiveCurrency, minorUnitsOf } from './iso-4217.ts';
export type { JsonObject, JsonValue } from './json-value.ts';
export { mulDiv, type Rounding } from './mul-div.ts';
export { err, ok, type Result } from './result.ts';
export { sha256Hex } from './sha-256.ts';
export { unreachable } from './unreachable.ts';
export * from './vocabulary.ts';
