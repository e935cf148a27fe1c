/** What is known of a chain before anything is asked of it. */
export interface ChainFacts {
  readonly id: number;
  /** Blocks on top of a transaction, its own included, after which it is taken as settled. */
  readonly confirmations: number;
  /** About a block's time. */
  readonly pollAfterMs: number;
  /** CAIP-19 of what gas is paid in, where that is known. */
  readonly gasAsset?: string;
}

/** Which chain a catalogue entry means, unless its connection names another one, such as a test network. */
export const CHAIN_OF_RAIL: Readonly<Record<string, number>> = {
  'usdc-ethereum': 1,
  'usdc-base': 8453,
  'usdc-polygon': 137,
};

/** Circle's own contract on each chain. */
const USDC: Readonly<Record<number, string>> = {
  1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
};

/** CAIP-19 of what the adapter knows there; on other chains any token that is asked for. */
export function tokensOf(chainId: number): readonly string[] {
  const token = USDC[chainId];
  return token === undefined ? [] : [`eip155:${chainId}/erc20:${token}`];
}

export function chainFacts(id: number): ChainFacts {
  return KNOWN.find((chain) => chain.id === id) ?? { id, confirmations: 64, pollAfterMs: 5_000 };
}

/**
 * The counts are what custodians use for deposits of this kind. They make a reorganisation unlikely, not impossible; who
 * wants it impossible sets them so high that the chain's own finality, which always suffices, comes first.
 */
const KNOWN: readonly ChainFacts[] = [
  { id: 1, confirmations: 12, pollAfterMs: 6_000, gasAsset: 'eip155:1/slip44:60' },
  { id: 8453, confirmations: 12, pollAfterMs: 2_000, gasAsset: 'eip155:8453/slip44:60' },
  { id: 137, confirmations: 33, pollAfterMs: 2_000, gasAsset: 'eip155:137/slip44:966' },
];
