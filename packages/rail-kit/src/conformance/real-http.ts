import type { HttpAnswer, HttpPort, HttpRequest } from '../ports.ts';

/** The suite's own way out: one attempt over `fetch`, with the failures told apart as the host tells them. */
export function createRealHttp(timeoutMs = 5_000): HttpPort {
  return {
    async send(request: HttpRequest): Promise<HttpAnswer> {
      try {
        const response = await fetch(request.url, {
          method: request.method,
          headers: { ...request.headers },
          ...(request.body === undefined ? {} : { body: request.body }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = await response.text();
        return {
          kind: 'answer',
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body,
        };
      } catch (error) {
        return { kind: wasNeverConnected(error) ? 'not_connected' : 'no_answer' };
      }
    },
  };
}

function wasNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}
