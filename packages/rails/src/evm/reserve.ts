/**
 * Asks what signing needs to know: the next nonce, today's fees, and whether the wallet can pay. Only the latest block is
 * asked for balances, so transfers that are still under way are not counted; one that then finds too little reverts,
 * which costs gas and moves nothing.
 */
import {
  type Done,
  type Failed,
  type Json,
  misconfigured,
  type Refused,
  rejected,
} from '@switchyard/rail-kit';
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { call, estimateGas, getBalance, getBlock, getChainId, getTransactionCount } from 'viem/actions';
import { type Asked, ask, type NodeClient } from './api/node-client.ts';
import type { Terms } from './prepared.ts';
import { type Transfer, transferData } from './transfer.ts';

export type Reservation = Done<{ readonly sequence: number; readonly terms: Json }>;

export async function reserve(
  client: NodeClient,
  transfer: Transfer,
): Promise<Reservation | Refused | Failed> {
  const { payer, token } = transfer;
  const chainId = orFailure(await ask(() => getChainId(client)));
  if (chainId.kind !== 'done') return chainId;
  if (chainId.result !== transfer.chainId) return misconfigured({ providerCode: 'wrong_chain' });

  const tokens = await ask(() => call(client, { to: token, data: balanceOf(payer) }));
  const held = tokens.kind === 'done' ? readNumber(tokens.result.data) : undefined;
  // An address without code answers nothing, and a contract of another kind reverts.
  if (tokens.kind === 'reverted' || (tokens.kind === 'done' && held === undefined)) {
    return rejected({ providerCode: 'not_a_token' });
  }
  if (tokens.kind !== 'done') return tokens;
  if (held === undefined || held < transfer.amount) return lacking('token_balance');

  const gas = await ask(() =>
    estimateGas(client, { account: payer, to: token, data: transferData(transfer) }),
  );
  if (gas.kind === 'reverted') {
    return { kind: 'refused', code: 'provider_rejected', providerCode: 'would_revert' };
  }
  if (gas.kind !== 'done') return gas;

  const block = orFailure(await ask(() => getBlock(client, { blockTag: 'latest' })));
  if (block.kind !== 'done') return block;
  const tip = orFailure(await ask(() => client.request({ method: 'eth_maxPriorityFeePerGas' })));
  if (tip.kind !== 'done') return tip;
  const terms = termsOf(
    gas.result,
    block.result.baseFeePerGas ?? 0n,
    BigInt(tip.result),
    block.result.number,
  );

  const balance = orFailure(await ask(() => getBalance(client, { address: payer })));
  if (balance.kind !== 'done') return balance;
  if (balance.result < BigInt(terms.gasLimit) * BigInt(terms.maxFeePerGas)) return lacking('gas_balance');

  const sequence = orFailure(
    await ask(() => getTransactionCount(client, { address: payer, blockTag: 'pending' })),
  );
  if (sequence.kind !== 'done') return sequence;
  return { kind: 'done', result: { sequence: sequence.result, terms } };
}

/**
 * Only these very bytes can ever be sent for the order, so they must still be good if fees rise before they are mined:
 * twice the base fee outlasts six full blocks in a row. What is not used is not paid. Gas: a quarter more than estimated,
 * since the state may change between now and then. Both round up.
 */
function termsOf(gas: bigint, baseFee: bigint, tip: bigint, head: bigint): Terms {
  return {
    gasLimit: String((gas * 5n + 3n) / 4n),
    maxFeePerGas: String(baseFee * 2n + tip),
    maxPriorityFeePerGas: String(tip),
    sinceBlock: String(head),
  };
}

function lacking(providerCode: 'token_balance' | 'gas_balance'): Refused {
  return { kind: 'refused', code: 'insufficient_funds', providerCode };
}

function balanceOf(holder: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}

/** One word, which is how a contract answers with a number. */
function readNumber(data: Hex | undefined): bigint | undefined {
  return data?.length === 66 ? BigInt(data) : undefined;
}

/** Nothing but a call of a contract can revert. */
function orFailure<Result>(asked: Asked<Result>): Done<Result> | Failed {
  return asked.kind === 'reverted' ? misconfigured({ providerCode: 'reverted' }) : asked;
}
