import type { HttpAnswer, HttpPort, HttpRequest } from '@switchyard/rail-kit';

export interface Exchange {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
}

/** Keeps what was sent and what came back, to be held against a provider's description. */
export function createRecordedHttp(inner: HttpPort): HttpPort & { readonly exchanges: readonly Exchange[] } {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async send(request) {
      const answer = await inner.send(request);
      exchanges.push({ request, answer });
      return answer;
    },
  };
}
