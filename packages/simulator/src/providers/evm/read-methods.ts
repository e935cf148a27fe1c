import { hexToBytes } from '@ethereumjs/util';
import { type Chain, findMined, headOf, type MinedBlock } from './chain.ts';
import { findLogs, readLogFilter } from './find-logs.ts';
import { nextBaseFee, nonceOf } from './mine-block.ts';
import { presentBlock, presentReceipt, presentTransaction, quantity } from './present.ts';
import { failure, type HostedChain, type RpcAnswer, type RpcMethod, result } from './rpc-method.ts';
import { readAddress, readBlock, readCall, readHex, readQuantity } from './rpc-params.ts';
import { addressOf, type CallRequest, intrinsicGas, onStateOf, runCall } from './run-call.ts';

/** What changes nothing. */
export const READ_METHODS: Readonly<Record<string, RpcMethod>> = {
  web3_clientVersion: async () => result('switchyard-simulator/ethereumjs'),
  net_version: async ({ chain }) => result(String(chain.id)),
  eth_chainId: async ({ chain }) => result(quantity(chain.id)),
  eth_syncing: async () => result(false),
  eth_blockNumber: async ({ chain }) => result(quantity(headOf(chain).block.header.number)),
  eth_gasPrice: async ({ chain }) => result(quantity(nextBaseFee(chain) + TIP)),
  eth_maxPriorityFeePerGas: async () => result(quantity(TIP)),
  eth_feeHistory: feeHistory,
  eth_getBlockByNumber: async ({ chain }, [tag, full]) => {
    const at = readBlock(chain, tag);
    if (at === 'invalid') return failure('invalidParams', 'invalid block number or tag');
    return result(at === undefined ? null : presentBlock(at, full === true));
  },
  eth_getBlockByHash: async ({ chain }, [hash, full]) => {
    const at = chain.blocks.find((mined) => mined.hash === readHex(hash, 32));
    return result(at === undefined ? null : presentBlock(at, full === true));
  },
  eth_getTransactionByHash: async ({ chain }, [text]) => {
    const hash = readHex(text, 32);
    if (hash === undefined) return failure('invalidParams', 'invalid transaction hash');
    const waiting = chain.pool.get(hash);
    if (waiting !== undefined) return result(presentTransaction(waiting.tx, waiting.sender));
    const place = findMined(chain, hash);
    const found = place?.mined.transactions[place.index];
    return result(found === undefined ? null : presentTransaction(found.tx, found.sender, place));
  },
  eth_getTransactionReceipt: async ({ chain }, [text]) => {
    const hash = readHex(text, 32);
    if (hash === undefined) return failure('invalidParams', 'invalid transaction hash');
    const place = findMined(chain, hash);
    return result(place === undefined ? null : presentReceipt(place.mined, place.index));
  },
  eth_getBalance: (host, [text, tag]) =>
    atAddress(host, text, tag, async (chain, address) => {
      const account = await chain.vm.stateManager.getAccount(addressOf(address));
      return quantity(account?.balance ?? 0n);
    }),
  eth_getTransactionCount: (host, [text, tag]) =>
    atAddress(host, text, tag, async (chain, address) => {
      const next = await nonceOf(chain, addressOf(address));
      return quantity(tag === 'pending' ? pendingNonce(chain, address, next) : next);
    }),
  eth_getCode: (host, [text, tag]) =>
    atAddress(host, text, tag, async (chain, address) => {
      const code = await chain.vm.stateManager.getCode(addressOf(address));
      return `0x${Buffer.from(code).toString('hex')}`;
    }),
  eth_call: (host, [call, tag]) =>
    onCall(host, call, tag, async (chain, request, at) => {
      const answer = await runCall(chain, request, at);
      return answer.ok ? result(answer.output) : reverted(answer.error, answer.output);
    }),
  eth_estimateGas: (host, [call, tag]) =>
    onCall(host, call, tag, async (chain, request, at) => {
      const answer = await runCall(chain, request, at);
      if (!answer.ok) return reverted(answer.error, answer.output);
      return result(quantity(intrinsicGas(hexToBytes(request.data ?? '0x')) + answer.gasUsed));
    }),
  eth_getLogs: async ({ chain }, [filter]) => {
    const read = readLogFilter(chain, filter);
    return read === undefined ? failure('invalidParams', 'invalid filter') : result(findLogs(chain, read));
  },
};

/** One gwei to whoever mines. */
const TIP = 1_000_000_000n;
const HISTORY_MAX = 1024;

async function feeHistory(
  { chain }: HostedChain,
  [count, newest, percentiles]: readonly unknown[],
): Promise<RpcAnswer> {
  const wanted = typeof count === 'number' ? count : Number(readQuantity(count) ?? 0n);
  const last = readBlock(chain, newest);
  if (last === undefined || last === 'invalid' || wanted < 1) {
    return failure('invalidParams', 'invalid block count or newest block');
  }
  const end = Number(last.block.header.number) + 1;
  const blocks = chain.blocks.slice(Math.max(0, end - Math.min(wanted, HISTORY_MAX)), end);
  const next = chain.blocks[end]?.block.header.baseFeePerGas ?? nextBaseFee(chain);
  return result({
    oldestBlock: quantity(blocks[0]?.block.header.number ?? 0n),
    baseFeePerGas: [...blocks.map(({ block }) => block.header.baseFeePerGas ?? 0n), next].map(quantity),
    gasUsedRatio: blocks.map(({ block }) => Number(block.header.gasUsed) / Number(block.header.gasLimit)),
    ...(Array.isArray(percentiles) ? { reward: blocks.map(() => percentiles.map(() => quantity(TIP))) } : {}),
  });
}

/** Numbers that wait without a gap come after those that are mined. */
function pendingNonce(chain: Chain, sender: string, next: bigint): bigint {
  const waiting = new Set(
    chain.pool
      .values()
      .filter((other) => other.sender === sender)
      .map(({ tx }) => tx.nonce),
  );
  let nonce = next;
  while (waiting.has(nonce)) nonce += 1n;
  return nonce;
}

async function atAddress(
  { chain }: HostedChain,
  text: unknown,
  tag: unknown,
  read: (chain: Chain, address: `0x${string}`) => Promise<string>,
): Promise<RpcAnswer> {
  const address = readAddress(text);
  if (address === undefined) return failure('invalidParams', 'invalid address');
  return chain.inTurn(async () => {
    const at = readBlock(chain, tag);
    if (at === 'invalid') return failure('invalidParams', 'invalid block number or tag');
    if (at === undefined) return failure('server', 'header not found');
    return result(await onStateOf(chain, at, () => read(chain, address)));
  });
}

async function onCall(
  { chain }: HostedChain,
  call: unknown,
  tag: unknown,
  run: (chain: Chain, request: CallRequest, at: MinedBlock) => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  const request = readCall(call);
  if (request === undefined) return failure('invalidParams', 'invalid call');
  return chain.inTurn(async () => {
    const at = readBlock(chain, tag);
    if (at === 'invalid') return failure('invalidParams', 'invalid block number or tag');
    return at === undefined ? failure('server', 'header not found') : run(chain, request, at);
  });
}

function reverted(error: string, output: string): RpcAnswer {
  return error === 'revert' ? failure('reverted', 'execution reverted', output) : failure('server', error);
}
