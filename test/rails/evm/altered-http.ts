import type { HttpPort } from '@switchyard/rail-kit';

export type Alterations = Readonly<Record<string, (result: unknown) => unknown>>;

/** A node that lies about some things: the results of the methods named are changed on their way back. */
export function createAlteredHttp(inner: HttpPort, alterations: Alterations): HttpPort {
  return {
    async send(request) {
      const answer = await inner.send(request);
      if (answer.kind !== 'answer') return answer;
      const asked: unknown = JSON.parse(request.body ?? 'null');
      const answered: unknown = JSON.parse(answer.body);
      const body = Array.isArray(asked)
        ? asked.map((one, index) => alter(one, Array.isArray(answered) ? answered[index] : undefined))
        : alter(asked, answered);
      return { ...answer, body: JSON.stringify(body) };
    },
  };

  function alter(asked: unknown, answered: unknown): unknown {
    if (!hasMethod(asked) || !hasResult(answered)) return answered;
    const change = alterations[asked.method];
    return change === undefined ? answered : { ...answered, result: change(answered.result) };
  }
}

function hasMethod(value: unknown): value is { readonly method: string } {
  return typeof value === 'object' && value !== null && 'method' in value;
}

function hasResult(value: unknown): value is { readonly result: unknown } {
  return typeof value === 'object' && value !== null && 'result' in value;
}
