/**
 * What a node does with signed bytes: the same checks as go-ethereum's pool, in its order and with its words, because
 * its words are what clients have learnt to read.
 */
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import { bytesToHex } from '@ethereumjs/util';
import { type Chain, findMined, type WaitingTransaction } from './chain.ts';
import { type PayeeWish, TEST_PAYEES } from './known-chains.ts';
import { BLOCK_GAS_LIMIT, maxFeeOf } from './mine-block.ts';

export type Admission =
  | { readonly ok: true; readonly hash: string; readonly wish: PayeeWish | undefined }
  | { readonly ok: false; readonly message: string };

/** Call it in turn. */
export async function admitTransaction(chain: Chain, raw: Uint8Array, nowMs: number): Promise<Admission> {
  const tx = decode(chain, raw);
  if (typeof tx === 'string') return refuse(tx);
  const hash = bytesToHex(tx.hash());
  if (chain.pool.has(hash)) return refuse('already known');
  const sender = senderOf(tx);
  if (sender === undefined) return refuse('invalid sender');
  const problem = checkAlone(tx) ?? (await checkAgainstState(chain, tx));
  if (problem !== undefined) return refuse(problem);
  const wish = wishOf(tx);
  // Whoever sends a mined transaction again has by now too low a nonce; this is for one that ran in this very moment.
  if (findMined(chain, hash) !== undefined) return refuse('already known');
  const rival = findRival(chain, sender, tx.nonce);
  if (rival !== undefined) {
    if (maxFeeOf({ tx }) * 100n < maxFeeOf(rival) * REPLACEMENT_PERCENT) {
      return refuse('replacement transaction underpriced');
    }
    chain.pool.delete(rival.hash);
  }
  if (wish !== 'dropped') chain.pool.add({ tx, hash, sender, notBeforeMs: notBefore(wish, nowMs) });
  return { ok: true, hash, wish };
}

/** A transaction takes the place of another with the same number if it pays at least a tenth more. */
const REPLACEMENT_PERCENT = 110n;
const LATE_MS = 15_000;

function refuse(message: string): Admission {
  return { ok: false, message };
}

function decode(chain: Chain, raw: Uint8Array): TypedTransaction | string {
  try {
    return createTxFromRLP(raw, { common: chain.common });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/chain ?id/i.test(message)) return `invalid chain id for signer: want ${chain.id}`;
    return /type|txType/.test(message)
      ? 'transaction type not supported'
      : 'rlp: the bytes are no transaction';
  }
}

function senderOf(tx: TypedTransaction): string | undefined {
  try {
    return tx.getSenderAddress().toString();
  } catch {
    return undefined;
  }
}

function checkAlone(tx: TypedTransaction): string | undefined {
  if (tx.gasLimit > BLOCK_GAS_LIMIT) return 'exceeds block gas limit';
  if ('maxFeePerGas' in tx && tx.maxPriorityFeePerGas > tx.maxFeePerGas) {
    return 'max priority fee per gas higher than max fee per gas';
  }
  const needed = tx.getIntrinsicGas();
  return tx.gasLimit < needed
    ? `intrinsic gas too low: gas ${tx.gasLimit}, minimum needed ${needed}`
    : undefined;
}

async function checkAgainstState(chain: Chain, tx: TypedTransaction): Promise<string | undefined> {
  const account = await chain.vm.stateManager.getAccount(tx.getSenderAddress());
  const next = account?.nonce ?? 0n;
  if (tx.nonce < next) return `nonce too low: next nonce ${next}, tx nonce ${tx.nonce}`;
  const balance = account?.balance ?? 0n;
  const cost = tx.gasLimit * maxFeeOf({ tx }) + tx.value;
  return balance < cost
    ? `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`
    : undefined;
}

function findRival(chain: Chain, sender: string, nonce: bigint): WaitingTransaction | undefined {
  return chain.pool.values().find((other) => other.sender === sender && other.tx.nonce === nonce);
}

/** `transfer(address,uint256)`: four bytes of selector, then the payee in the low 20 of 32 bytes. */
function wishOf(tx: TypedTransaction): PayeeWish | undefined {
  const data = bytesToHex(tx.data);
  if (!data.startsWith('0xa9059cbb')) return undefined;
  const payee = `0x${data.slice(34, 74)}`;
  const wishes = Object.keys(TEST_PAYEES) as PayeeWish[];
  return wishes.find((wish) => TEST_PAYEES[wish] === payee);
}

function notBefore(wish: PayeeWish | undefined, nowMs: number): number {
  if (wish === 'stuck') return Number.POSITIVE_INFINITY;
  return wish === 'late' ? nowMs + LATE_MS : 0;
}
