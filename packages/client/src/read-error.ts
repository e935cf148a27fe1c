import { type Explanation, SwitchyardError } from './errors.ts';
import { retryAfterMs } from './retry-after.ts';

/** An answer that is not the one asked for, as an error. A body of any other shape, as a proxy may send, is taken too. */
export function readError(response: Response, body: unknown, nowMs: number): SwitchyardError {
  const { status, headers } = response;
  const envelope = asObject(body);
  const data = asObject(envelope.data);
  const code = asText(envelope.code) ?? `HTTP_${status}`;
  const explanation = asExplanation(data.explanation);
  return new SwitchyardError({
    code,
    status,
    message:
      explanation?.message ?? asText(envelope.message) ?? `The service answered with status ${status}.`,
    dataCode: asText(data.code),
    param: asText(data.param),
    requestId: asText(data.requestId) ?? headers.get('request-id') ?? undefined,
    explanation,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs),
  });
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  // An object that came out of JSON.parse is a record of unknown values; a list has none of the names looked up.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asExplanation(value: unknown): Explanation | undefined {
  const { key, vars, message } = asObject(value);
  if (typeof key !== 'string' || typeof message !== 'string') return undefined;
  const texts = Object.entries(asObject(vars)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { key, vars: Object.fromEntries(texts), message };
}
