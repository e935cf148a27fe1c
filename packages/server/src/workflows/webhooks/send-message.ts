/** One try: a signed POST, bounded in time and in what is read of the answer. Whatever happens, the answer is a value. */
import type { EnvironmentMode } from '@switchyard/engine';
import { type Dispatcher, request } from 'undici';
import type { AttemptError, AttemptResult } from '../../domain/webhooks/attempt.ts';
import { maskAnswer } from '../../domain/webhooks/mask-answer.ts';
import { retryAfterMs } from '../../domain/webhooks/retry-after.ts';
import { webhookHeaders } from '../../domain/webhooks/sign-message.ts';
import { ANSWER_BYTES_MAX } from './limits.ts';

export interface SendDeps {
  /** What may be connected to differs: test may have receivers on this machine. */
  readonly dispatchers: Readonly<Record<EnvironmentMode, Dispatcher>>;
  readonly now: () => number;
  readonly tryTimeoutMs: number;
}

export interface OutgoingMessage {
  readonly mode: EnvironmentMode;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly id: string;
  readonly body: string;
}

/** Undefined when `cut` ended it: then nobody knows what became of it. */
export async function sendMessage(
  deps: SendDeps,
  message: OutgoingMessage,
  cut: AbortSignal,
): Promise<AttemptResult | undefined> {
  const { mode, url, id, body, secrets } = message;
  const timeout = AbortSignal.timeout(deps.tryTimeoutMs);
  try {
    const answer = await request(url, {
      dispatcher: deps.dispatchers[mode],
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Switchyard-Webhooks/1',
        ...webhookHeaders({ id, at: new Date(deps.now()), body }, secrets),
      },
      body,
      signal: AbortSignal.any([timeout, cut]),
    });
    const text = await readBeginning(answer.body);
    const pauseMs = retryAfterMs(single(answer.headers['retry-after']), deps.now());
    return {
      kind: 'answered',
      statusCode: answer.statusCode,
      answer: maskAnswer(text),
      ...(pauseMs === undefined ? {} : { retryAfterMs: pauseMs }),
    };
  } catch (error) {
    if (cut.aborted && !timeout.aborted) return undefined;
    return { kind: 'failed', error: timeout.aborted ? 'timeout' : errorOf(error) };
  }
}

/** The rest of a longer answer is not waited for: leaving the loop ends the connection. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, ANSWER_BYTES_MAX - bytes));
    bytes += chunk.length;
    if (bytes >= ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

const ERRORS: readonly (readonly [RegExp, AttemptError])[] = [
  [/^ADDRESS_REFUSED$/, 'refused_address'],
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EBADRESP|EAI_.*)$/, 'dns'],
  [
    /^(?:ERR_TLS_.*|ERR_SSL_.*|CERT_.*|.*_CERT.*|SELF_SIGNED_.*|UNABLE_TO_.*|EPROTO|HOSTNAME_MISMATCH)$/,
    'tls',
  ],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connect'],
];

function errorOf(error: unknown): AttemptError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ERRORS.find(([pattern]) => pattern.test(code))?.[1] ?? 'broken';
}
