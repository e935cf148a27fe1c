/**
 * Calls rails for an environment whose clock is ahead. Providers have the real time: what they say ends at some moment ends as
 * long from now here as there. That is so when something begins; how something stands that has begun is told without
 * its end, which is known, and which the clock may have moved towards meanwhile.
 */
import type { RailCaller } from './call.ts';

/** What asks after something that was begun before. */
const ASKS_AFTER: ReadonlySet<string> = new Set(['link.check', 'payment.query', 'payout.query']);
const ENDS: ReadonlySet<string> = new Set(['expiresAtMs', 'consentExpiresAtMs', 'lockedUntilMs']);
/** Where ends stand in an answer. What a rail keeps for itself, a memo or a secret, is nowhere below these. */
const HOLDERS: ReadonlySet<string> = new Set(['result', 'grant']);

export function callerAhead(caller: RailCaller, aheadMs: number): RailCaller {
  return {
    ...caller,
    call: async (connection, operation, work) => {
      const answer = await caller.call(connection, operation, work);
      return withEnds(answer, ASKS_AFTER.has(operation.name) ? undefined : aheadMs);
    },
  };
}

/** Every end is optional wherever it stands, so one may also be left out: the answer stays what it was. */
function withEnds<T extends object>(answer: T, aheadMs: number | undefined): T {
  const told = Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    if (HOLDERS.has(name) && isPlain(value)) return [[name, withEnds(value, aheadMs)]];
    if (!ENDS.has(name) || typeof value !== 'number') return [[name, value]];
    return aheadMs === undefined ? [] : [[name, value + aheadMs]];
  });
  return Object.fromEntries(told) as T;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
