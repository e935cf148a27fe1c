/** Sends stored bytes, once. The only call here that can move money. */
import { type Failed, type PaymentStep, unknownOutcome } from '@switchyard/rail-kit';
import { callRpc, type RpcEndpoint } from './api/json-rpc.ts';
import { RPC_RESULTS } from './api/results.ts';
import { look, processing, type Sight } from './look.ts';
import type { PreparedTransaction } from './prepared.ts';
import type { Transfer } from './transfer.ts';
import { BROADCAST_REFUSALS, broadcastFailure, readBroadcastRefusal } from './translate.ts';

export async function broadcast(
  endpoint: RpcEndpoint,
  sight: Sight,
  prepared: PreparedTransaction,
  transfer: Transfer,
): Promise<PaymentStep> {
  const reading = await callRpc(endpoint, { method: 'eth_sendRawTransaction', params: [prepared.raw] });
  switch (reading.kind) {
    case 'trouble':
      return reading.mayHaveHappened ? unknownOutcome(particularsOf(reading.failure)) : reading.failure;
    case 'result': {
      const hash = RPC_RESULTS.eth_sendRawTransaction.safeParse(reading.result);
      const isOurs = hash.success && hash.data.toLowerCase() === prepared.hash;
      return isOurs ? processing(sight, prepared, 'pending') : unknownOutcome({ providerCode: 'unreadable' });
    }
    case 'refusal': {
      const refusal = readBroadcastRefusal(reading.message);
      if (refusal === undefined || BROADCAST_REFUSALS[refusal].means !== 'look') {
        return broadcastFailure(refusal);
      }
      const step = await look(sight, prepared, transfer);
      // The node has just said that it knows it: looking can only tell more than that.
      if (refusal === 'already_known' && (step.kind === 'absent' || step.kind === 'unavailable')) {
        return processing(sight, prepared, 'pending');
      }
      return step.kind === 'processing' || step.kind === 'done' || step.kind === 'refused'
        ? step
        : broadcastFailure(refusal);
    }
  }
}

function particularsOf({ kind: _, ...particulars }: Failed): Omit<Failed, 'kind'> {
  return particulars;
}
