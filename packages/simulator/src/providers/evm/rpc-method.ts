import type { Chain } from './chain.ts';

/** A chain, and how its blocks come. */
export interface HostedChain {
  readonly chain: Chain;
  readonly now: () => number;
  mining: Mining;
  /** Told when there may be something to mine. */
  readonly wake: () => void;
}

/**
 * interval: a block per beat, while something waits or is not yet final. instant: also one at once for each transaction.
 * manual: only when told.
 */
export type Mining = 'interval' | 'instant' | 'manual';

export type RpcMethod = (host: HostedChain, params: readonly unknown[]) => Promise<RpcAnswer>;

/** `silent`: done, but the caller is never told. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: unknown; readonly silent?: boolean }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: string };

/** Codes of JSON-RPC itself and of EIP-1474; 3 is go-ethereum's for what the EVM undid. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  server: -32000,
  reverted: 3,
} as const;

export function result(value: unknown): RpcAnswer {
  return { kind: 'result', result: value };
}

export function failure(code: keyof typeof RPC_CODES, message: string, data?: string): RpcAnswer {
  return { kind: 'error', code: RPC_CODES[code], message, ...(data === undefined ? {} : { data }) };
}
