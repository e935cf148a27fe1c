/**
 * What a call came to, before anybody decides what that means. An answer is `ok` only when it is 2xx and of the shape we
 * know; `refused` is a 4xx, which says that nothing was done; everything else is `unclear`.
 */
import type { HttpAnswer } from '@switchyard/rail-kit';
import { z } from 'zod';

export type Exchange<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | RefusedExchange
  | { readonly kind: 'not_connected' }
  | { readonly kind: 'unclear'; readonly httpStatus?: number; readonly code?: string };

export interface RefusedExchange {
  readonly kind: 'refused';
  readonly httpStatus: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
  /** The token was one we kept from earlier, so a 401 may only mean that it is no longer good. */
  readonly withKeptToken?: boolean;
}

export type Unheard = Exclude<Exchange<never>, { readonly kind: 'ok' }>;

export function readExchange<Body>(answer: HttpAnswer, shape: z.ZodType<Body>): Exchange<Body> {
  if (answer.kind === 'not_connected') return { kind: 'not_connected' };
  if (answer.kind === 'no_answer') return { kind: 'unclear' };
  const { status } = answer;
  const json = parseJson(answer.body);
  if (status >= 200 && status < 300) {
    const body = shape.safeParse(json);
    return body.success ? { kind: 'ok', body: body.data } : { kind: 'unclear', httpStatus: status };
  }
  const code = errorCodeOf(json);
  const particulars = { httpStatus: status, ...(code === undefined ? {} : { code }) };
  // A timeout is no refusal, whatever its number says; nor is a text that breaks off, or comes from somebody in between.
  const isGarbled = answer.body !== '' && json === undefined;
  if (status < 400 || status >= 500 || status === 408 || isGarbled)
    return { kind: 'unclear', ...particulars };
  const retryAfterMs = readRetryAfter(answer.headers['retry-after']);
  return { kind: 'refused', ...particulars, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** The body of an answer that has none. */
export const NO_BODY = z.unknown();

/** Payments name a problem by the end of its type's address, the auth server and the Data API by `error`. */
const ERROR = z.object({ type: z.string().optional(), error: z.string().optional() });
const CODE = /^[a-z][a-z0-9_-]{0,63}$/;

function errorCodeOf(json: unknown): string | undefined {
  const parsed = ERROR.safeParse(json);
  if (!parsed.success) return undefined;
  const code = parsed.data.error ?? parsed.data.type?.split('#').at(-1);
  return code !== undefined && CODE.test(code) ? code : undefined;
}

function readRetryAfter(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
