/**
 * How Plaid is called: POST with JSON to every path, our keys in headers, one attempt. Whatever comes back is a value:
 * either what the schema reads, or a failure with Plaid's own code.
 */
import {
  type Failed,
  type HttpAnswer,
  type HttpPort,
  misconfigured,
  rejected,
  unavailable,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import type { PlaidCredentials } from '../credentials.ts';
import { type Writable, writeJson } from '../write-json.ts';
import { errorClass, MISCONFIGURED_CODES } from './error-types.ts';

export type Heard<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failed };

export interface Call<Schema extends z.ZodType> {
  readonly purpose: string;
  readonly path: string;
  readonly body: { readonly [key: string]: Writable | undefined };
  readonly answer: Schema;
  /** Whether the call can move money, or bind the user to move it. */
  readonly movesMoney?: boolean;
}

export interface PlaidApi {
  call<Schema extends z.ZodType>(call: Call<Schema>): Promise<Heard<z.output<Schema>>>;
}

export function createPlaidApi(credentials: PlaidCredentials, http: HttpPort): PlaidApi {
  const baseUrl = credentials.base_url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    'plaid-version': '2020-09-14',
    'plaid-client-id': credentials.client_id,
    'plaid-secret': credentials.secret,
  };
  return {
    async call({ purpose, path, body, answer, movesMoney = false }) {
      const heard = await http.send({
        method: 'POST',
        url: `${baseUrl}${path}`,
        headers,
        body: writeJson(body),
        purpose,
      });
      return readAnswer(heard, answer, movesMoney ? unknownOutcome : unavailable);
    },
  };
}

function readAnswer<Schema extends z.ZodType>(
  heard: HttpAnswer,
  schema: Schema,
  unclear: typeof unavailable,
): Heard<z.output<Schema>> {
  if (heard.kind === 'not_connected') return failed(unavailable());
  if (heard.kind === 'no_answer') return failed(unclear());
  const { status, headers, body } = heard;
  if (status === 401 || status === 403) return failed(misconfigured({ httpStatus: status }));
  if (status === 429)
    return failed(unavailable({ httpStatus: status, ...retryAfter(headers['retry-after']) }));
  const value = readJson(body);
  if (status >= 400 && status < 500) return failed(readError(value, status, unclear));
  const read = status === 200 ? schema.safeParse(value) : undefined;
  return read?.success ? { ok: true, value: read.data } : failed(unclear({ httpStatus: status }));
}

function readError(value: unknown, httpStatus: number, unclear: typeof unavailable): Failed {
  const error = errorSchema.safeParse(value);
  if (!error.success) return unclear({ httpStatus });
  const particulars = { providerCode: error.data.error_code, httpStatus };
  if (MISCONFIGURED_CODES.has(error.data.error_code)) return misconfigured(particulars);
  switch (errorClass(error.data.error_type)) {
    case 'rejected':
      return rejected(particulars);
    case 'unavailable':
      return unavailable(particulars);
    case 'unclear':
      return unclear(particulars);
  }
}

/** Plaid's message may hold personal data and is not read. */
const errorSchema = z.object({ error_type: z.string(), error_code: z.string() });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter(seconds: string | undefined): { readonly retryAfterMs?: number } {
  return seconds !== undefined && /^[0-9]{1,6}$/.test(seconds)
    ? { retryAfterMs: Number(seconds) * 1000 }
    : {};
}

function failed(failure: Failed): { readonly ok: false; readonly failure: Failed } {
  return { ok: false, failure };
}
