/**
 * One attempt at one HTTP call. It always ends within the time allowed, and in one of three ways: with an answer that
 * is a success, with a SwitchyardError that says what the service answered, or with Unreachable.
 */
import { API_VERSION } from '@switchyard/engine';
import { SwitchyardError, Unreachable } from './errors.ts';
import { readError } from './read-error.ts';

export interface CallDeps {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
}

export interface CallRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type Answer =
  | {
      readonly kind: 'body';
      readonly body: unknown;
      /** The service's clock when it answered, to the second; absent where a browser does not show it. */
      readonly servedMs?: number;
    }
  /** 304: what the caller has is still the newest. */
  | { readonly kind: 'unchanged' };

export async function call(deps: CallDeps, request: CallRequest): Promise<Answer> {
  const { response, text } = await exchange(deps, request);
  if (response.status === 304) return { kind: 'unchanged' };
  const body = readJson(text);
  if (!response.ok) throw readError(response, body, deps.now());
  if (body === undefined) {
    throw new SwitchyardError({
      code: 'UNREADABLE_ANSWER',
      message: 'The answer is not JSON; is this the address of the service?',
      status: response.status,
    });
  }
  const servedMs = Date.parse(response.headers.get('date') ?? '');
  return { kind: 'body', body, ...(Number.isNaN(servedMs) ? {} : { servedMs }) };
}

interface Exchanged {
  readonly response: Response;
  readonly text: string;
}

async function exchange(deps: CallDeps, { method, path, headers, body }: CallRequest): Promise<Exchanged> {
  // Taken out, because a browser's own fetch refuses to be called as a method of something else.
  const { fetch } = deps;
  const signal = AbortSignal.timeout(deps.timeoutMs);
  try {
    const response = await fetch(deps.baseUrl + path, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${deps.key}`,
        'service-version': API_VERSION,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Following one would turn a POST into a GET, or take the key somewhere else.
      redirect: 'manual',
      signal,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) {
      throw new Unreachable('TIMED_OUT', `${method} ${path} had no answer in ${deps.timeoutMs} ms.`, error);
    }
    throw new Unreachable('UNREACHABLE', `${method} ${path} had no answer: the connection failed.`, error);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
