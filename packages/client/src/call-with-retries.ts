/**
 * A call that may be repeated, repeated: only what the service does once however often it is asked comes here (reads,
 * and writes under an Idempotency-Key). What is repeated is what another try may mend: no answer, a fault of the
 * service, a limit, a first try that still runs. Everything else is the answer.
 */
import { type Answer, type CallDeps, type CallRequest, call } from './call.ts';
import { SwitchyardError, Unreachable } from './errors.ts';
import { ATTEMPTS_MAX, BACKOFF_MS_FIRST, BACKOFF_MS_MAX, RETRY_AFTER_MS_MAX } from './limits.ts';

export async function callWithRetries(deps: CallDeps, request: CallRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(deps, request);
    } catch (error) {
      const waitMs = attempt < ATTEMPTS_MAX ? waitBeforeRetryMs(error, attempt, Math.random()) : undefined;
      if (waitMs === undefined) throw error;
      await sleep(waitMs);
    }
  }
}

/** Undefined: another try would not help, or not soon enough. `chance` is from 0 up to 1. */
export function waitBeforeRetryMs(error: unknown, attempt: number, chance: number): number | undefined {
  if (!(error instanceof SwitchyardError) || !isPassing(error)) return undefined;
  if (error.retryAfterMs !== undefined) {
    // Its own words are kept to; a little later is never wrong, and spreads those who were all told the same.
    return error.retryAfterMs <= RETRY_AFTER_MS_MAX
      ? error.retryAfterMs + chance * BACKOFF_MS_FIRST
      : undefined;
  }
  const longest = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** (attempt - 1));
  return (longest * (1 + chance)) / 2;
}

function isPassing(error: SwitchyardError): boolean {
  if (error instanceof Unreachable) return true;
  const { status, dataCode, retryAfterMs } = error;
  if (status === undefined) return false;
  if (status === 429 || status >= 500) return true;
  // The first try under this key still runs: its answer can be had in a moment.
  return status === 409 && dataCode === 'idempotency_conflict' && retryAfterMs !== undefined;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
