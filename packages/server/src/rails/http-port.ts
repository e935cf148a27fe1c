/** The way out to providers: one attempt, bounded in time and size, with "never got there" told apart from "no answer". */
import type { HttpAnswer, HttpPort, HttpRequest } from '@switchyard/rail-kit';
import { type Dispatcher, request as send } from 'undici';
import { ANSWER_BYTES_MAX } from './limits.ts';

/** What is recorded of a call: never a header, a body or a query, which hold secrets and personal data. */
export interface CallRecord {
  readonly purpose: string;
  readonly method: string;
  readonly host: string;
  readonly result: 'not_connected' | 'no_answer' | number;
  readonly durationMs: number;
}

export function createHttpPort(input: {
  readonly dispatcher: Dispatcher;
  readonly now: () => number;
  readonly record: (call: CallRecord) => void;
  /** Ends the exchange under way, and is over for all that would follow it. */
  readonly deadline: () => AbortSignal;
}): HttpPort {
  return {
    async send(request) {
      const startedMs = input.now();
      const answer = await attempt(input.dispatcher, request, input.deadline());
      input.record({
        purpose: request.purpose,
        method: request.method,
        host: URL.canParse(request.url) ? new URL(request.url).host : 'not a URL',
        result: answer.kind === 'answer' ? answer.status : answer.kind,
        durationMs: input.now() - startedMs,
      });
      return answer;
    },
  };
}

async function attempt(
  dispatcher: Dispatcher,
  request: HttpRequest,
  deadline: AbortSignal,
): Promise<HttpAnswer> {
  if (deadline.aborted) return { kind: 'not_connected' };
  try {
    const { statusCode, headers, body } = await send(request.url, {
      dispatcher,
      method: request.method,
      headers: { ...request.headers },
      signal: deadline,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await readBounded(body);
    if (text === undefined) return { kind: 'no_answer' };
    return { kind: 'answer', status: statusCode, headers: flat(headers), body: text };
  } catch (error) {
    return { kind: neverGotThere(error) ? 'not_connected' : 'no_answer' };
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

/** No name, no route, nobody listening, no handshake: not one byte of the request has been read by the provider. */
const NEVER_GOT_THERE =
  /^(?:ADDRESS_REFUSED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_INVALID_URL|UND_ERR_INVALID_ARG)$/;

function neverGotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NEVER_GOT_THERE.test(String(error.code));
}
