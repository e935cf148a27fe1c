/** Real HTTP for machines that are busy with other tests: what hangs is given up soon, and what is merely slow is not. */
import type { HttpPort, HttpRequest } from '@switchyard/rail-kit';
import { createRealHttp } from '@switchyard/rail-kit/conformance';

/** Longer than any machine takes. */
const PATIENCE_MS = 30_000;
const GIVE_UP_AFTER_MS = 500;

export function patientHttp(): HttpPort {
  return createRealHttp(PATIENCE_MS);
}

export interface HastyHttp extends HttpPort {
  /** The next call that is meant is given up soon; all others are waited for. */
  hurry(isMeant: (request: HttpRequest) => boolean): void;
}

export function hastyHttp(): HastyHttp {
  const patient = patientHttp();
  const impatient = createRealHttp(GIVE_UP_AFTER_MS);
  let isMeant: ((request: HttpRequest) => boolean) | undefined;
  return {
    hurry(which) {
      isMeant = which;
    },
    send(request) {
      const isTheOne = isMeant?.(request) === true;
      if (isTheOne) isMeant = undefined;
      return (isTheOne ? impatient : patient).send(request);
    },
  };
}

/** Patient, but for the first call of one purpose. */
export function impatientHttp(purpose: string): HttpPort {
  const http = hastyHttp();
  http.hurry((request) => request.purpose === purpose);
  return http;
}
