/**
 * What is to go wrong on the way to a provider's API. The first fault that fits a request strikes it; one with `times`
 * is used up after so many strikes, and one with `forMs` is over after so long.
 */
import type { Reply } from '../http/route.ts';
import { isBelow } from './is-below.ts';
import { createPassing, type Passing } from './passing.ts';

export type FaultKind =
  | 'latency'
  | 'error_500'
  | 'error_503'
  | 'timeout'
  | 'timeout_after_success'
  | 'reset'
  | 'malformed';

/** What each of them does, as the guide says it. */
export const FAULTS: Readonly<Record<FaultKind, string>> = {
  latency: 'Waits `latencyMs` (2000 unless told), then does the work and answers.',
  error_500: 'Answers 500; nothing was done.',
  error_503: 'Answers 503; nothing was done. Without `times` this is an outage.',
  timeout: 'Never answers; nothing was done.',
  timeout_after_success: 'Does the work and never answers.',
  reset: 'Cuts the connection; nothing was done.',
  malformed: 'Does the work, and the answer breaks off in the middle.',
};

/** Every one of them: the keys of the table above are exactly the kinds. */
export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[];

export interface Fault {
  readonly provider: string;
  /** How the path starts, in whole segments, below the provider's root. */
  readonly path?: string | undefined;
  readonly fault: FaultKind;
  readonly times?: number | undefined;
  readonly forMs?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly probability?: number | undefined;
}

export interface Faults extends Omit<Passing<Fault>, 'take'> {
  /** The fault that strikes a request, if any; it counts as struck. */
  strike(provider: string, path: string): Fault | undefined;
}

export const LATENCY_DEFAULT_MS = 2_000;

export function createFaults(random: () => number, now: () => number): Faults {
  const { take, ...faults } = createPassing<Fault>(now);
  return {
    ...faults,
    strike: (provider, path) => take((fault) => fits(fault, provider, path) && happens(fault, random)),
  };
}

/** Answers a request as the fault wants it: with the provider's work done, or instead of it. */
export async function answerWithFault(
  { fault, latencyMs = LATENCY_DEFAULT_MS }: Fault,
  work: () => Promise<Reply>,
  sleep: (ms: number) => Promise<void>,
): Promise<Reply> {
  switch (fault) {
    case 'latency':
      await sleep(latencyMs);
      return work();
    case 'error_500':
      return failure(500, 'Internal Server Error');
    case 'error_503':
      return failure(503, 'Service Unavailable');
    case 'timeout':
      return { kind: 'hang' };
    case 'timeout_after_success':
      await work();
      return { kind: 'hang' };
    case 'reset':
      return { kind: 'reset' };
    case 'malformed':
      return malformed(await work());
  }
}

function fits(fault: Fault, provider: string, path: string): boolean {
  return fault.provider === provider && isBelow(path, fault.path ?? '');
}

function happens({ probability }: Fault, random: () => number): boolean {
  return probability === undefined || random() < probability;
}

/** As a load balancer in front of a provider would say it, and not in the provider's own shape. */
function failure(status: number, text: string): Reply {
  const headers = { 'content-type': 'text/html', ...(status === 503 ? { 'retry-after': '1' } : {}) };
  return { kind: 'answer', status, headers, body: `<html><body><h1>${status} ${text}</h1></body></html>` };
}

/** The work is done and its answer arrives broken in the middle. */
function malformed(reply: Reply): Reply {
  if (reply.kind !== 'answer') return reply;
  return { ...reply, body: `${reply.body.slice(0, Math.floor(reply.body.length / 2))}{"` };
}
