/**
 * Requests as bytes, built once. What must differ from one request to the next (a user id, an Idempotency-Key) is a
 * run of digits that the load generator overwrites in place, so that sending costs next to nothing.
 */
export interface RequestTemplate {
  readonly text: string;
  /** Where runs of DIGITS digits begin that are made anew for each request. */
  readonly digitsAt: readonly number[];
}

export interface RequestOptions {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly idempotencyKey?: string;
  readonly body?: unknown;
}

export const DIGITS = 19;
/** Stands for digits to come: in ASCII, so that its place in the text is its place in the bytes. */
export const DIGITS_PLACE = '#'.repeat(DIGITS);

export function requestTemplate(options: RequestOptions): RequestTemplate {
  const { method, path, key, idempotencyKey, body } = options;
  const json = body === undefined ? undefined : escapeNonAscii(JSON.stringify(body));
  const text = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(json === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${json.length}`]),
    '',
    json ?? '',
  ].join('\r\n');
  return { text, digitsAt: [...text.matchAll(new RegExp(DIGITS_PLACE, 'g'))].map((match) => match.index) };
}

function escapeNonAscii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
