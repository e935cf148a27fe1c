/**
 * One HTTP request to a node, and what its answer is worth. Nodes put their refusals into a 200, and the services in front
 * of them sometimes into a 400; both are read alike.
 */
import {
  type Failed,
  type HttpAnswer,
  type HttpPort,
  misconfigured,
  unavailable,
} from '@switchyard/rail-kit';
import { z } from 'zod';

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * refusal: the node heard us and said no. trouble: we did not get through, or cannot read the answer; then
 * `mayHaveHappened` says whether the node can have done it all the same.
 */
export type RpcReading =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string; readonly data?: unknown }
  | RpcTrouble;

export interface RpcTrouble {
  readonly kind: 'trouble';
  readonly failure: Failed;
  readonly mayHaveHappened: boolean;
}

export interface RpcEndpoint {
  readonly http: HttpPort;
  readonly url: string;
}

export async function callRpc(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReading> {
  const answer = await send(endpoint, request.method, { jsonrpc: '2.0', id: 1, ...request });
  const body = readBody(answer);
  return body.kind === 'trouble' ? body : readEnvelope(body.value, answer);
}

/** All in one HTTP request, so that as a rule one node answers them all, about one moment. */
export async function callRpcBatch(
  endpoint: RpcEndpoint,
  requests: readonly RpcRequest[],
): Promise<readonly RpcReading[] | RpcTrouble> {
  const batch = requests.map((request, index) => ({ jsonrpc: '2.0', id: index + 1, ...request }));
  const answer = await send(endpoint, 'batch', batch);
  const body = readBody(answer);
  if (body.kind === 'trouble') return body;
  const envelopes = z.array(z.looseObject({ id: z.number() })).safeParse(body.value);
  if (!envelopes.success) return unreadable();
  return batch.map(({ id }) =>
    readEnvelope(
      envelopes.data.find((envelope) => envelope.id === id),
      answer,
    ),
  );
}

function send({ http, url }: RpcEndpoint, purpose: string, body: unknown): Promise<HttpAnswer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return http.send({ method: 'POST', url, headers, body: JSON.stringify(body), purpose });
}

function readBody(answer: HttpAnswer): { readonly kind: 'json'; readonly value: unknown } | RpcTrouble {
  if (answer.kind === 'not_connected') return trouble(unavailable(), false);
  if (answer.kind === 'no_answer') return trouble(unavailable(), true);
  const { status, headers, body } = answer;
  const httpStatus = { httpStatus: status };
  if (status === 401 || status === 403 || status === 404) return trouble(misconfigured(httpStatus), false);
  if (status === 429) return trouble(unavailable({ ...httpStatus, ...retryAfter(headers) }), false);
  if (status >= 500) return trouble(unavailable({ ...httpStatus, ...retryAfter(headers) }), true);
  try {
    return { kind: 'json', value: JSON.parse(body) };
  } catch {
    return trouble(unavailable(httpStatus), true);
  }
}

function readEnvelope(value: unknown, answer: HttpAnswer): RpcReading {
  const failed = FAILED.safeParse(value);
  if (failed.success) return { kind: 'refusal', ...failed.data.error };
  const succeeded = SUCCEEDED.safeParse(value);
  const isOk = answer.kind === 'answer' && answer.status === 200;
  return succeeded.success && isOk ? { kind: 'result', result: succeeded.data.result } : unreadable();
}

const FAILED = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});
const SUCCEEDED = z
  .object({ jsonrpc: z.literal('2.0'), result: z.unknown() })
  .refine((value) => 'result' in value);

function unreadable(): RpcTrouble {
  return trouble(unavailable({ providerCode: 'unreadable' }), true);
}

function trouble(failure: Failed, mayHaveHappened: boolean): RpcTrouble {
  return { kind: 'trouble', failure, mayHaveHappened };
}

/** In seconds; the other form, a date, is rare and not worth a clock. */
function retryAfter(headers: Readonly<Record<string, string>>): { readonly retryAfterMs?: number } {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? { retryAfterMs: Number(seconds) * 1000 } : {};
}
