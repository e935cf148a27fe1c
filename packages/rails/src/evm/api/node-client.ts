/**
 * viem over the host's HTTP: one attempt, no cache, no batching of viem's own. `ask` turns what viem throws back into
 * values, so that nothing throws above this file.
 */
import { type Failed, misconfigured, unavailable } from '@switchyard/rail-kit';
import { BaseError, createClient, custom } from 'viem';
import { callRpc, type RpcEndpoint } from './json-rpc.ts';
import { isRpcMethod, RPC_RESULTS } from './results.ts';

/** The node ran the call and undid it. */
export interface Reverted {
  readonly kind: 'reverted';
}

export type Asked<Result> = { readonly kind: 'done'; readonly result: Result } | Reverted | Failed;

export type NodeClient = ReturnType<typeof createNodeClient>;

export function createNodeClient(endpoint: RpcEndpoint) {
  const request = ({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }) =>
    requestResult(endpoint, method, params ?? []);
  return createClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
}

/** For reading only: whatever goes wrong, nothing has happened. */
export async function ask<Result>(work: () => Promise<Result>): Promise<Asked<Result>> {
  try {
    return { kind: 'done', result: await work() };
  } catch (error) {
    return failureOf(error);
  }
}

async function requestResult(endpoint: RpcEndpoint, method: string, params: readonly unknown[]) {
  const reading = await callRpc(endpoint, { method, params });
  switch (reading.kind) {
    case 'trouble':
      throw new NodeTrouble(reading.failure);
    case 'refusal':
      throw new NodeRefusal(reading.code, reading.message, reading.data);
    case 'result': {
      const checked = isRpcMethod(method) ? RPC_RESULTS[method].safeParse(reading.result) : undefined;
      if (checked?.success !== true) throw new NodeTrouble(unavailable({ providerCode: 'unreadable' }));
      return checked.data;
    }
  }
}

/** Exceptions, because that is all that viem carries from its transport to its caller. */
class NodeTrouble extends Error {
  readonly failure: Failed;
  constructor(failure: Failed) {
    super('the node could not be asked');
    this.failure = failure;
  }
}

class NodeRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

function failureOf(error: unknown): Reverted | Failed {
  const trouble = causeOf(error, (cause) => cause instanceof NodeTrouble);
  if (trouble instanceof NodeTrouble) return trouble.failure;
  const refusal = causeOf(error, (cause) => cause instanceof NodeRefusal);
  // What is neither is an answer that viem cannot read.
  if (!(refusal instanceof NodeRefusal)) return unavailable({ providerCode: 'unreadable' });
  if (refusal.code === REVERTED || /revert/i.test(refusal.message)) return { kind: 'reverted' };
  const providerCode = String(refusal.code);
  return refusal.code === UNKNOWN_METHOD ? misconfigured({ providerCode }) : unavailable({ providerCode });
}

const REVERTED = 3;
const UNKNOWN_METHOD = -32601;

function causeOf(error: unknown, is: (cause: unknown) => boolean): unknown {
  return error instanceof BaseError ? error.walk(is) : error;
}
