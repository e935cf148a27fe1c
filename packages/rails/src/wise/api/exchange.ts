/**
 * One call to Wise, and what it came to, before anybody decides what that means. An answer is `ok` only when it is 2xx and
 * of the shape we know; `refused` is a 4xx, which says that nothing was done; everything else is `unclear`.
 */
import type { HttpAnswer, HttpPort, HttpRequest } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { WiseCredentials } from '../credentials.ts';
import { readExactJson, type Writable, writeExactJson } from '../exact-json.ts';

export type Exchange<Body> = { readonly kind: 'ok'; readonly body: Body } | Unheard;

export type Unheard =
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code?: string;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'not_connected' }
  | { readonly kind: 'unclear'; readonly httpStatus?: number };

export interface WiseApi {
  call<Shape extends z.ZodType>(call: Call<Shape>): Promise<Exchange<z.output<Shape>>>;
  readonly profileId: string;
}

export interface Call<Shape extends z.ZodType> {
  readonly purpose: string;
  readonly method: HttpRequest['method'];
  /** With its query. */
  readonly path: string;
  readonly body?: Writable;
  readonly answer: Shape;
}

export function createWiseApi(
  credentials: Pick<WiseCredentials, 'api_token' | 'api_base_url' | 'profile_id'>,
  http: HttpPort,
): WiseApi {
  return {
    profileId: credentials.profile_id,
    async call({ purpose, method, path, body, answer }) {
      const heard = await http.send({
        method,
        url: `${credentials.api_base_url}${path}`,
        headers: {
          authorization: `Bearer ${credentials.api_token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: writeExactJson(body) }),
        purpose,
      });
      return readExchange(heard, answer);
    },
  };
}

/** An id, and any other number that is a name rather than an amount. */
export const wholeNumber = z.string().regex(/^[0-9]+$/);

/** A number that is an amount or a rate, in the digits it came in. */
export const decimalNumber = z.string().regex(/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/);

function readExchange<Shape extends z.ZodType>(heard: HttpAnswer, shape: Shape): Exchange<z.output<Shape>> {
  if (heard.kind === 'not_connected') return { kind: 'not_connected' };
  if (heard.kind === 'no_answer') return { kind: 'unclear' };
  const { status, headers } = heard;
  const json = readExactJson(heard.body);
  if (status >= 200 && status < 300) {
    const body = shape.safeParse(json);
    return body.success ? { kind: 'ok', body: body.data } : { kind: 'unclear', httpStatus: status };
  }
  // A timeout is no refusal, whatever its number says.
  if (status < 400 || status >= 500 || status === 408) return { kind: 'unclear', httpStatus: status };
  return {
    kind: 'refused',
    httpStatus: status,
    ...codeOf(status, headers, json),
    ...retryAfterOf(headers['retry-after']),
  };
}

/** Validation names its errors in a list, the gateway by `error`, some services by `code` or `errorCode`. */
const ERROR = z.object({
  errors: z.array(z.object({ code: z.string().optional() })).optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  errorCode: z.string().optional(),
});

/** A word. Anything longer may be a sentence, and sentences may hold names. */
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

function codeOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  json: unknown,
): { readonly code?: string } {
  if (status === 403 && headers['x-2fa-approval'] !== undefined) return { code: STRONG_AUTHENTICATION };
  const { data } = ERROR.safeParse(json);
  const code = data?.errors?.[0]?.code ?? data?.errorCode ?? data?.code ?? data?.error;
  return code !== undefined && CODE.test(code) ? { code } : {};
}

/** Wise answers 403 with a one-time token where a person would have to approve. There is none here. */
const STRONG_AUTHENTICATION = 'sca_required';

function retryAfterOf(text: string | undefined): { readonly retryAfterMs?: number } {
  return text !== undefined && /^[0-9]{1,6}$/.test(text) ? { retryAfterMs: Number(text) * 1_000 } : {};
}
