import { err, ok, type Result } from './result.ts';

/**
 * The chain-agnostic names: CAIP-2 chains (`eip155:1`), CAIP-10 accounts (`eip155:1:0x…`) and CAIP-19 assets
 * (`eip155:1/erc20:0x…`, with `/id` for one token of many). Each reader cuts at the separators and then tests every
 * part against its alphabet and length, so the time is linear whatever comes in. Only the grammar is checked:
 * whether the chain exists, or an address has a good checksum, is not known here.
 */

export interface ChainId {
  readonly namespace: string;
  readonly reference: string;
}

export interface ChainAccount {
  /** `namespace:reference`, as CAIP-2 writes it. */
  readonly chainId: string;
  readonly address: string;
}

export interface ChainAsset {
  readonly chainId: string;
  readonly namespace: string;
  readonly reference: string;
  readonly tokenId?: string;
}

export type CaipError = 'malformed_chain' | 'malformed_account' | 'malformed_asset';

export function parseChainId(text: string): Result<ChainId, CaipError> {
  const [namespace, reference, ...rest] = text.split(':', 3);
  if (reference === undefined || rest.length > 0) return err('malformed_chain');
  if (!isPart('namespace', namespace) || !isPart('chainReference', reference)) return err('malformed_chain');
  return ok({ namespace, reference });
}

export function parseChainAccount(text: string): Result<ChainAccount, CaipError> {
  const cut = text.lastIndexOf(':');
  if (cut < 0) return err('malformed_account');
  const chainId = text.slice(0, cut);
  const address = text.slice(cut + 1);
  if (!parseChainId(chainId).ok || !isPart('address', address)) return err('malformed_account');
  return ok({ chainId, address });
}

export function parseChainAsset(text: string): Result<ChainAsset, CaipError> {
  const [chainId, type, tokenId, ...tooMany] = text.split('/', 4);
  if (chainId === undefined || type === undefined || tooMany.length > 0) return err('malformed_asset');
  const [namespace, reference, ...rest] = type.split(':', 3);
  if (!parseChainId(chainId).ok || rest.length > 0) return err('malformed_asset');
  if (!isPart('namespace', namespace) || !isPart('address', reference)) return err('malformed_asset');
  if (tokenId === undefined) return ok({ chainId, namespace, reference });
  return isPart('tokenId', tokenId) ? ok({ chainId, namespace, reference, tokenId }) : err('malformed_asset');
}

// One character class with a bounded count each: nothing to backtrack into.
const NAMESPACE = '[-a-z0-9]{3,8}';
const CHAIN_REFERENCE = '[-_a-zA-Z0-9]{1,32}';
const ADDRESS = '[-.%a-zA-Z0-9]{1,128}';
const TOKEN_ID = '[-.%a-zA-Z0-9]{1,78}';

/** Source of a regular expression for a CAIP-19 asset type or asset id, without anchors. */
export const CHAIN_ASSET_PATTERN = `${NAMESPACE}:${CHAIN_REFERENCE}/${NAMESPACE}:${ADDRESS}(/${TOKEN_ID})?`;

const PARTS = {
  namespace: new RegExp(`^${NAMESPACE}$`),
  chainReference: new RegExp(`^${CHAIN_REFERENCE}$`),
  // CAIP-10's account addresses and CAIP-19's asset references have the same alphabet and length.
  address: new RegExp(`^${ADDRESS}$`),
  tokenId: new RegExp(`^${TOKEN_ID}$`),
} as const;

function isPart(part: keyof typeof PARTS, text: string | undefined): text is string {
  return text !== undefined && PARTS[part].test(text);
}
