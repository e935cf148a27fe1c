/** Plain calls to the API, as any client would make them. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; undefined when there is none. Tests say what they expect of it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  readonly body: any;
}

export interface ApiRequest {
  readonly method?: string;
  readonly body?: unknown;
  /** A body sent as it stands, for what JSON.stringify would never write. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the call up: whether it had an effect is then unknown. */
  readonly signal?: AbortSignal;
}

export type Api = (path: string, request?: ApiRequest) => Promise<ApiAnswer>;

/** Without a key, nothing is sent in its place. */
export function createApi(baseUrl: string, key?: string): Api {
  return async (path, request = {}) => {
    const content =
      request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const method = request.method ?? (content === undefined ? 'GET' : 'POST');
    const response = await reach(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(content === undefined ? {} : { body: content }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: readJson(response.headers, text),
    };
  };
}

/** As `fetch`, but whoever reads that it failed also reads of which call and why. */
export async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${request.method ?? 'GET'} ${url} failed: ${cause}`, { cause });
  }
}

export function readJson(headers: Headers, text: string): unknown {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : undefined;
}
