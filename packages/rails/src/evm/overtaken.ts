/**
 * Whether a transaction that is nowhere to be found can never happen any more, because another one has taken its nonce
 * in a block that is final. That is the only proof there is, so it is taken strictly: one node answers everything in one
 * request, it is on the right chain, and the search does not reach back to where nodes forget old transactions.
 * Anything less is no proof.
 */
import { z } from 'zod';
import { callRpcBatch, type RpcEndpoint } from './api/json-rpc.ts';
import { RPC_RESULTS } from './api/results.ts';
import type { PreparedTransaction } from './prepared.ts';
import type { Transfer } from './transfer.ts';

export async function isOvertaken(
  endpoint: RpcEndpoint,
  prepared: PreparedTransaction,
  transfer: Transfer,
): Promise<boolean> {
  const readings = await callRpcBatch(endpoint, [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['finalized', false] },
    { method: 'eth_getTransactionCount', params: [transfer.payer, 'finalized'] },
    { method: 'eth_getTransactionByHash', params: [prepared.hash] },
    { method: 'eth_getTransactionReceipt', params: [prepared.hash] },
  ]);
  if ('kind' in readings) return false;
  const results = readings.map((reading) => (reading.kind === 'result' ? reading.result : undefined));
  const proof = PROOF.safeParse(results);
  if (!proof.success) return false;
  const [chainId, final, nonce] = proof.data;
  const blocksSince = BigInt(final.number) - BigInt(prepared.sinceBlock);
  return (
    BigInt(chainId) === BigInt(transfer.chainId) &&
    BigInt(nonce) > BigInt(prepared.nonce) &&
    blocksSince > 0n &&
    blocksSince < REMEMBERED_BLOCKS
  );
}

/** Nodes keep an index of transactions for the last two million blocks or so. */
const REMEMBERED_BLOCKS = 1_000_000n;

const PROOF = z.tuple([
  RPC_RESULTS.eth_chainId,
  RPC_RESULTS.eth_getBlockByNumber.unwrap(),
  RPC_RESULTS.eth_getTransactionCount,
  z.null(),
  z.null(),
]);
