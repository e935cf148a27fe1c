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
  readonly headers?: Readonly<Record<string, string>>;
}

export type Api = (path: string, request?: ApiRequest) => Promise<ApiAnswer>;

export function createApi(baseUrl: string, key: string): Api {
  return async (path, request = {}) => {
    const method = request.method ?? (request.body === undefined ? 'GET' : 'POST');
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}
