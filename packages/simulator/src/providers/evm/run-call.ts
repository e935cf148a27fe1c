/** Calls that leave no trace: they run on the state of a block and are undone. */
import {
  type Address,
  bytesToHex,
  createAddressFromString,
  createZeroAddress,
  hexToBytes,
} from '@ethereumjs/util';
import { type Chain, headOf, type MinedBlock } from './chain.ts';
import { BLOCK_GAS_LIMIT } from './mine-block.ts';

export interface CallRequest {
  readonly from?: `0x${string}`;
  readonly to?: `0x${string}`;
  readonly data?: `0x${string}`;
  readonly value?: bigint;
}

export type CallAnswer =
  | { readonly ok: true; readonly output: string; readonly gasUsed: bigint }
  | { readonly ok: false; readonly output: string; readonly error: string };

/** Call it in turn. */
export async function runCall(chain: Chain, call: CallRequest, at: MinedBlock): Promise<CallAnswer> {
  return onStateOf(chain, at, async () => {
    const { journal } = chain.vm.evm;
    await journal.checkpoint();
    try {
      const { execResult } = await chain.vm.evm.runCall({
        block: at.block,
        caller: addressOf(call.from),
        ...(call.to === undefined ? {} : { to: addressOf(call.to) }),
        data: hexToBytes(call.data ?? '0x'),
        value: call.value ?? 0n,
        gasLimit: BLOCK_GAS_LIMIT,
      });
      const output = bytesToHex(execResult.returnValue);
      const error = execResult.exceptionError?.error;
      if (error !== undefined) return { ok: false, output, error };
      return { ok: true, output, gasUsed: execResult.executionGasUsed };
    } finally {
      await journal.revert();
      await journal.cleanup();
    }
  });
}

/** Runs on the state that a block left behind, and goes back to the head's. Call it in turn. */
export async function onStateOf<Result>(
  chain: Chain,
  at: MinedBlock,
  work: () => Promise<Result>,
): Promise<Result> {
  const head = headOf(chain);
  if (at === head) return work();
  await chain.vm.stateManager.setStateRoot(at.block.header.stateRoot);
  try {
    return await work();
  } finally {
    await chain.vm.stateManager.setStateRoot(head.block.header.stateRoot);
  }
}

/** What a transaction costs before anything runs (21,000 and its bytes), which a bare call does not pay. */
export function intrinsicGas(data: Uint8Array): bigint {
  let gas = 21_000n;
  for (const byte of data) gas += byte === 0 ? 4n : 16n;
  return gas;
}

export function addressOf(text: string | undefined): Address {
  return text === undefined ? createZeroAddress() : createAddressFromString(text.toLowerCase());
}
