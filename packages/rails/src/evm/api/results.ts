/**
 * What nodes answer, method by method: as much of it as is relied upon. Fields that are not named are let through. All
 * is checked before viem sees it, because viem trusts a node's shapes.
 */
import { z } from 'zod';

const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const bytes = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const block = z.looseObject({
  number: quantity,
  hash,
  timestamp: quantity.optional(),
  baseFeePerGas: quantity.nullish(),
});
const transaction = z.looseObject({ hash, blockHash: hash.nullish(), blockNumber: quantity.nullish() });
const log = z.looseObject({ address, topics: z.array(hash), data: bytes });
const receipt = z.looseObject({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  status: z.enum(['0x0', '0x1']),
  gasUsed: quantity,
  effectiveGasPrice: quantity.optional(),
  l1Fee: quantity.nullish(),
  logs: z.array(log),
});

export const RPC_RESULTS = {
  eth_chainId: quantity,
  eth_getTransactionCount: quantity,
  eth_getBalance: quantity,
  eth_maxPriorityFeePerGas: quantity,
  eth_estimateGas: quantity,
  eth_call: bytes,
  eth_sendRawTransaction: hash,
  eth_getBlockByNumber: block.nullable(),
  eth_getTransactionByHash: transaction.nullable(),
  eth_getTransactionReceipt: receipt.nullable(),
  eth_getLogs: z.array(log.extend({ transactionHash: hash, blockNumber: quantity })),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type RpcMethodName = keyof typeof RPC_RESULTS;
export type RpcResult<Method extends RpcMethodName> = z.output<(typeof RPC_RESULTS)[Method]>;

export function isRpcMethod(method: string): method is RpcMethodName {
  return Object.hasOwn(RPC_RESULTS, method);
}
