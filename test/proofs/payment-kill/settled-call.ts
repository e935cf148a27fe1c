/**
 * A client that behaves as the API asks: whatever gets no answer, or the answer that it cannot be answered just now, is sent
 * again with the same Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiAnswer, ApiRequest } from '../../harness/api.ts';

const ATTEMPT_MS_MAX = 15_000;
const SETTLE_MS_MAX = 180_000;
const PAUSE_MS = 200;

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

/** Also what an honest service says while the first attempt may still be under way on a node that is gone. */
function isUnsettled({ status, body }: ApiAnswer): boolean {
  return status === 503 || (status === 409 && body.data?.explanation?.key === 'idempotency.in_flight');
}
