/** A request to perform an operation, and the bytes that answer it. */
import type { InputOf, OperationName } from '@switchyard/contract';
import { canonicalJson, type JsonValue } from '@switchyard/engine';
import type { IdempotencyClaim, KeptResponse } from '../store/idempotency.ts';
import type { Call, JsonText, Presented, Subject, Work } from './operation.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Known to be, and so as long in bytes as in characters. */
  readonly ascii?: true;
  readonly replayed: boolean;
  readonly etag?: string;
}

export interface Request<N extends OperationName> {
  readonly name: N;
  readonly call: Call;
  readonly input: InputOf<N>;
  readonly successStatus: number;
  readonly serialise: (output: Presented<N>) => string;
  readonly idempotency?: IdempotentRequest;
}

/** The key a client gave a write, and all that makes another request with that key the same one. */
export interface IdempotentRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
}

export function answer<N extends OperationName>(
  request: Request<N>,
  output: Presented<N> | JsonText,
  etag?: string,
): { ok: true; value: Answer } {
  const { successStatus: status, serialise } = request;
  if (isJsonText(output)) {
    return { ok: true, value: { status, body: output.jsonText, ascii: true, replayed: false } };
  }
  const value = { status, body: serialise(output), replayed: false };
  return { ok: true, value: etag === undefined ? value : { ...value, etag } };
}

/** No output of the API has a member of that name. */
function isJsonText(output: object): output is JsonText {
  return 'jsonText' in output;
}

export function claimOf(
  { keys, call }: Work,
  { key, method, path, body }: IdempotentRequest,
): IdempotencyClaim {
  const fingerprint = keys.fingerprint('idempotency', canonicalJson({ method, path, body }));
  return { key, fingerprint, now: call.now };
}

export function keptResponse({ id: subjectId, dataKey }: Subject, { status, body }: Answer): KeptResponse {
  return { subjectId, dataKey, status, body };
}
