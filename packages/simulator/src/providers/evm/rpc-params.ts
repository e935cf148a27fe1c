/** Reads what a caller sent. `undefined` is for what is not of the kind that was asked for. */
import { type Chain, FINALITY_DEPTH, headOf, type MinedBlock, SAFETY_DEPTH } from './chain.ts';
import type { CallRequest } from './run-call.ts';

export function readHex(value: unknown, bytes?: number): `0x${string}` | undefined {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value)) return undefined;
  if (bytes !== undefined && value.length !== 2 + bytes * 2) return undefined;
  return value.toLowerCase() as `0x${string}`;
}

export function readAddress(value: unknown): `0x${string}` | undefined {
  return readHex(value, 20);
}

export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(value) ? BigInt(value) : undefined;
}

/** `invalid` is a tag nobody knows; undefined a block that is not there. */
export function readBlock(chain: Chain, value: unknown): MinedBlock | undefined | 'invalid' {
  const head = headOf(chain);
  const back = (depth: number) => chain.blocks[Math.max(0, chain.blocks.length - 1 - depth)];
  switch (value) {
    case undefined:
    case 'latest':
    case 'pending':
      return head;
    case 'safe':
      return back(SAFETY_DEPTH);
    case 'finalized':
      return back(FINALITY_DEPTH);
    case 'earliest':
      return chain.blocks[0];
    default: {
      const number = readQuantity(value);
      return number === undefined ? 'invalid' : chain.blocks[Number(number)];
    }
  }
}

export function readCall(value: unknown): CallRequest | undefined {
  if (!isRecord(value)) return undefined;
  const from = value.from === undefined ? undefined : readAddress(value.from);
  const to = value.to === undefined || value.to === null ? undefined : readAddress(value.to);
  const text = value.input ?? value.data;
  const data = text === undefined ? undefined : readHex(text);
  const amount = value.value === undefined ? undefined : readQuantity(value.value);
  if (value.from !== undefined && from === undefined) return undefined;
  if (value.to !== undefined && value.to !== null && to === undefined) return undefined;
  if (text !== undefined && data === undefined) return undefined;
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(amount === undefined ? {} : { value: amount }),
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
