/**
 * A client that behaves as the API asks: whatever gets no answer, or the answer that it cannot be answered just now, is sent
 * again with the same Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiAnswer, ApiRequest } from '../../harness/api.ts';

/** Longer than the ten seconds that a call waits for a provider, also on a busy machine. */
const ATTEMPT_MS_MAX = 25_000;
const SETTLE_MS_MAX = 300_000;
const PAUSE_MS = 500;

export function settling(api: Api): Api {
  return async (path, request = {}) => {
    const deadline = Date.now() + SETTLE_MS_MAX;
    const isWrite = request.method === 'POST' || request.body !== undefined;
    const key = isWrite ? { 'Idempotency-Key': randomUUID() } : {};
    const repeated: ApiRequest = { ...request, headers: { ...key, ...request.headers } };
    for (;;) {
      const answer = await attempt(api, path, repeated);
      if (answer !== undefined && !isUnsettled(answer)) return answer;
      if (Date.now() > deadline)
        throw new Error(`${path} was not settled in time; last: ${answer?.status} ${answer?.text}`);
      await sleep(PAUSE_MS);
    }
  };
}

/** Undefined when no answer came: whether it had an effect is unknown. */
async function attempt(api: Api, path: string, request: ApiRequest): Promise<ApiAnswer | undefined> {
  try {
    return await api(path, { ...request, signal: AbortSignal.timeout(ATTEMPT_MS_MAX) });
  } catch {
    return undefined;
  }
}

/**
 * Also what an honest service says while the first attempt may still be under way on a node that is gone, and what a node says
 * that stood still while it was being asked.
 */
function isUnsettled({ status, body }: ApiAnswer): boolean {
  return (
    status === 503 ||
    status === 408 ||
    (status === 409 && body.data?.explanation?.key === 'idempotency.in_flight')
  );
}
