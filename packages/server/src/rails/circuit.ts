/**
 * A circuit breaker, as a value that is moved on: closed while calls work; open after too many failures in a row, when calls
 * are refused at once; half open when its time has come, when one call is let through to try.
 */
import { FAILURES_TO_OPEN, OPEN_MS_FIRST, OPEN_MS_MAX } from './limits.ts';

export type Circuit =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number; readonly openMs: number }
  | { readonly state: 'half_open'; readonly openMs: number };

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** Whether a call may be made now, and what the circuit is then. */
export function enter(
  circuit: Circuit,
  nowMs: number,
): { readonly admitted: boolean; readonly circuit: Circuit } {
  switch (circuit.state) {
    case 'closed':
      return { admitted: true, circuit };
    case 'half_open':
      return { admitted: false, circuit };
    case 'open':
      return nowMs < circuit.untilMs
        ? { admitted: false, circuit }
        : { admitted: true, circuit: { state: 'half_open', openMs: circuit.openMs } };
  }
}

export function afterSuccess(): Circuit {
  return CLOSED;
}

export function afterFailure(circuit: Circuit, nowMs: number): Circuit {
  if (circuit.state === 'closed') {
    const failures = circuit.failures + 1;
    return failures < FAILURES_TO_OPEN ? { state: 'closed', failures } : opened(OPEN_MS_FIRST, nowMs);
  }
  return circuit.state === 'half_open' ? opened(Math.min(circuit.openMs * 2, OPEN_MS_MAX), nowMs) : circuit;
}

function opened(openMs: number, nowMs: number): Circuit {
  return { state: 'open', untilMs: nowMs + openMs, openMs };
}
