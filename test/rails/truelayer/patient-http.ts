import { createRecordedHttp } from '../recorded-http.ts';
import { createRealHttp, type HttpAnswer, type HttpRequest } from './kit.ts';

/** Real HTTP that remembers what went by. */
export function recordedHttp() {
  return createRecordedHttp(createRealHttp(PATIENCE_MS));
}

/** Patient, but for the first call of one purpose: what hangs is given up soon, and what is merely slow is not. */
export function impatientHttp(purpose: string, giveUpAfterMs = 500) {
  const patient = createRealHttp(PATIENCE_MS);
  const impatient = createRealHttp(giveUpAfterMs);
  let isFirst = true;
  return {
    send(request: HttpRequest): Promise<HttpAnswer> {
      const isTheOne = isFirst && request.purpose === purpose;
      if (isTheOne) isFirst = false;
      return (isTheOne ? impatient : patient).send(request);
    },
  };
}

/** Longer than any machine takes, however busy it is with other tests. */
export const PATIENCE_MS = 30_000;
