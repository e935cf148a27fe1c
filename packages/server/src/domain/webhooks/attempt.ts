import { unreachable } from '@switchyard/engine';
import { waitAfter } from './retry-schedule.ts';

/** What became of one try. Only an answer of 2xx is a delivery; redirects are not followed. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly answer: string;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'failed'; readonly error: AttemptError };

/**
 * `refused_address`: the guard let no connection be made. `dns`: the name was not found. `tls`: no trusted handshake.
 * `connect`: nobody took the connection. `broken`: it ended before an answer. `timeout`: no answer in time.
 */
export const ATTEMPT_ERRORS = ['refused_address', 'dns', 'tls', 'connect', 'broken', 'timeout'] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export interface Attempt {
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: AttemptResult;
}

/** What a try makes of its message. */
export type Verdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextAt: Date }
  | { readonly status: 'dead' };

export function isDelivered(result: AttemptResult): boolean {
  return result.kind === 'answered' && result.statusCode >= 200 && result.statusCode < 300;
}

/** The receiver says that there will never be anybody at this URL again. */
export function isGone(result: AttemptResult): boolean {
  return result.kind === 'answered' && result.statusCode === GONE;
}

const GONE = 410;

/** `tries` counts those of the present round, this one included; `endedAt` is when it was over. `chance` is from 0 to 1. */
export function judgeAttempt(
  result: AttemptResult,
  { tries, endedAt, chance }: { readonly tries: number; readonly endedAt: Date; readonly chance: number },
): Verdict {
  if (isDelivered(result)) return { status: 'delivered' };
  if (isGone(result)) return { status: 'dead' };
  const waitMs = waitAfter(tries, chance, askedPause(result));
  if (waitMs === undefined) return { status: 'dead' };
  return { status: 'pending', nextAt: new Date(endedAt.getTime() + waitMs) };
}

function askedPause(result: AttemptResult): number | undefined {
  switch (result.kind) {
    case 'answered':
      return result.retryAfterMs;
    case 'failed':
      return undefined;
    default:
      return unreachable(result);
  }
}
