/**
 * Calls rails for an environment whose clock is ahead. Providers have the real time: what they say ends at some moment ends as
 * long from now here as there. That is so when something begins; how something stands that has begun is told without
 * its end, which is known, and which the clock may have moved towards meanwhile.
 */
import type { RailCaller } from './call.ts';

/** What asks after something that was begun before. */
const ASKS_AFTER: ReadonlySet<string> = new Set(['link.check', 'payment.query', 'payout.query']);
const ENDS = ['expiresAtMs', 'consentExpiresAtMs', 'lockedUntilMs'] as const;

export function callerAhead(caller: RailCaller, aheadMs: number): RailCaller {
  return {
    ...caller,
    call: async (connection, operation, work) => {
      const answer = await caller.call(connection, operation, work);
      const move = ASKS_AFTER.has(operation.name) ? () => undefined : (ms: number) => ms + aheadMs;
      return withEnds(answer, move);
    },
  };
}

function withEnds<Answer extends object>(answer: Answer, move: (ms: number) => number | undefined): Answer {
  const moved = { ...answer, ...endsOf(answer, move) };
  const result = 'result' in answer ? answer.result : undefined;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return moved;
  return { ...moved, result: { ...result, ...endsOf(result, move) } };
}

/** Every end is optional wherever it stands, so one may also be left out. */
function endsOf(holder: object, move: (ms: number) => number | undefined): object {
  const told = new Map<string, unknown>(Object.entries(holder));
  return Object.fromEntries(
    ENDS.flatMap((name) => {
      const ms = told.get(name);
      return typeof ms === 'number' ? [[name, move(ms)] as const] : [];
    }),
  );
}
