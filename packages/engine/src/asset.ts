import { CHAIN_ASSET_PATTERN, type ChainAsset, parseChainAsset } from './caip.ts';
import { minorUnitsOf } from './iso-4217.ts';
import { err, ok, type Result } from './result.ts';

/**
 * What an amount is an amount of: `iso4217:EUR`, or a CAIP-19 asset such as a token on a chain.
 *
 * The pattern is the shape that a schema can say; `parseAsset` also knows which currencies are active. What
 * begins with `iso4217:` is always read as a currency, never as a chain that happens to have that name.
 */
export const ASSET_PATTERN = `^(iso4217:[A-Z]{3}|${CHAIN_ASSET_PATTERN})$`;

export type Asset =
  | { readonly kind: 'iso4217'; readonly code: string; readonly minorUnits: number }
  | ({ readonly kind: 'caip19' } & ChainAsset);

export type AssetError = 'malformed_asset' | 'inactive_currency';

export function parseAsset(asset: string): Result<Asset, AssetError> {
  return asset.startsWith(CURRENCY_PREFIX) ? parseCurrency(asset) : parseToken(asset);
}

const CURRENCY_PREFIX = 'iso4217:';

function parseCurrency(asset: string): Result<Asset, AssetError> {
  const code = asset.slice(CURRENCY_PREFIX.length);
  if (!/^[A-Z]{3}$/.test(code)) return err('malformed_asset');
  const minorUnits = minorUnitsOf(code);
  return minorUnits === undefined ? err('inactive_currency') : ok({ kind: 'iso4217', code, minorUnits });
}

function parseToken(asset: string): Result<Asset, AssetError> {
  const parsed = parseChainAsset(asset);
  return parsed.ok ? ok({ kind: 'caip19', ...parsed.value }) : err('malformed_asset');
}
