/** The JSON-RPC 2.0 envelope: one request or a batch of them. */
import { json, nothing } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';
import { READ_METHODS } from './read-methods.ts';
import { failure, type HostedChain, type RpcAnswer } from './rpc-method.ts';
import { isRecord } from './rpc-params.ts';
import { WRITE_METHODS } from './write-methods.ts';

const METHODS = { ...READ_METHODS, ...WRITE_METHODS };
const BATCH_MAX = 100;

export async function answerRpc(host: HostedChain, body: unknown): Promise<Reply> {
  if (body === undefined) return json(200, envelope(null, failure('parse', 'parse error')));
  if (!Array.isArray(body)) {
    const { id, answer } = await answerOne(host, body);
    if (answer.kind === 'result' && answer.silent === true) return { kind: 'hang' };
    return id === undefined ? nothing(200) : json(200, envelope(id, answer));
  }
  if (body.length === 0) return json(200, envelope(null, failure('invalidRequest', 'empty batch')));
  if (body.length > BATCH_MAX) return json(200, envelope(null, failure('server', 'batch too large')));
  const answers: unknown[] = [];
  for (const request of body) {
    const { id, answer } = await answerOne(host, request);
    if (id !== undefined) answers.push(envelope(id, answer));
  }
  return json(200, answers);
}

/** Without an id it is a notification, which has no answer. */
async function answerOne(
  host: HostedChain,
  request: unknown,
): Promise<{ readonly id: unknown; readonly answer: RpcAnswer }> {
  if (!isRecord(request) || request.jsonrpc !== '2.0' || typeof request.method !== 'string') {
    return { id: null, answer: failure('invalidRequest', 'invalid request') };
  }
  const { id, method } = request;
  const params = request.params ?? [];
  if (!Array.isArray(params)) return { id, answer: failure('invalidParams', 'params must be an array') };
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (run === undefined) {
    return { id, answer: failure('unknownMethod', `the method ${method} does not exist/is not available`) };
  }
  return { id, answer: await run(host, params) };
}

function envelope(id: unknown, answer: RpcAnswer) {
  if (answer.kind === 'result') return { jsonrpc: '2.0', id, result: answer.result };
  const { kind: _, ...error } = answer;
  return { jsonrpc: '2.0', id, error };
}
