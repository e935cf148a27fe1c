/**
 * One call to a provider, and what came of it. Transport is judged here, once: what never left is `unavailable`; what left
 * and has no readable answer is silence, which on a call that can move money means that nobody knows. What the provider
 * says by a 4xx is handed on, for only its adapter knows its words.
 */
import {
  type Failed,
  type HttpAnswer,
  type HttpPort,
  type HttpRequest,
  unavailable,
  unknownOutcome,
} from '@switchyard/rail-kit';
import type { z } from 'zod';

/** What silence means: `nothing` on reads, `unknown` where money may have moved. */
export type Silence = 'nothing' | 'unknown';

export interface Answered<T> {
  readonly kind: 'answered';
  readonly status: number;
  readonly value: T;
}

export interface TurnedDown {
  readonly kind: 'turned_down';
  readonly status: number;
  /** Of the body when it is JSON, for the adapter to find its code in. */
  readonly body: unknown;
}

export type CallOutcome<T> = Answered<T> | TurnedDown | Failed;

export async function call<T>(
  http: HttpPort,
  request: HttpRequest,
  { answer: schema, silence }: { readonly answer: z.ZodType<T>; readonly silence: Silence },
): Promise<CallOutcome<T>> {
  const answer = await http.send(request);
  if (answer.kind === 'not_connected') return unavailable();
  if (answer.kind === 'no_answer') return silent(silence);
  const { status } = answer;
  if (status === 429) return unavailable({ httpStatus: status, ...retryAfter(answer.headers) });
  if (status >= 400 && status < 500 && status !== 408) {
    const body = jsonOf(answer);
    // A text that breaks off, or comes from somebody in between, is not the provider's word.
    return answer.body !== '' && body === undefined
      ? silent(silence, status)
      : { kind: 'turned_down', status, body };
  }
  const read = status >= 200 && status < 300 ? schema.safeParse(jsonOf(answer)) : undefined;
  if (!read?.success) return silent(silence, status);
  return { kind: 'answered', status, value: read.data };
}

export function silent(silence: Silence, httpStatus?: number): Failed {
  const particulars = httpStatus === undefined ? {} : { httpStatus };
  return silence === 'unknown' ? unknownOutcome(particulars) : unavailable(particulars);
}

/** The body of a 204 is empty, and undefined here. */
function jsonOf({ body }: Extract<HttpAnswer, { kind: 'answer' }>): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function retryAfter(headers: Readonly<Record<string, string>>): { readonly retryAfterMs?: number } {
  const seconds = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(seconds) ? { retryAfterMs: Number(seconds) * 1000 } : {};
}
