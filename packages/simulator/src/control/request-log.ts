/** The last API requests, so that a test can see what an adapter really sent. Secrets in a query are not kept. */
import type { FaultKind } from './faults.ts';

export interface LoggedRequest {
  readonly at: string;
  readonly provider: string;
  readonly method: string;
  /** With the provider's root, and with what may be secret masked. */
  readonly path: string;
  /** Null when no answer was given. */
  readonly status: number | null;
  readonly ended: 'answered' | 'hung' | 'reset';
  readonly fault?: FaultKind;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  list(provider?: string): readonly LoggedRequest[];
}

export const LOGGED_REQUESTS_MAX = 1000;

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    add(request) {
      requests.push({ ...request, path: maskedPath(request.path) });
      if (requests.length > LOGGED_REQUESTS_MAX) requests.shift();
    },
    list: (provider) =>
      provider === undefined ? [...requests] : requests.filter((request) => request.provider === provider),
  };
}

const SECRET_NAME = /token|secret|password|code|key|auth|signature|assertion|state/i;

function maskedPath(path: string): string {
  const [pathname = '', ...rest] = path.split('?');
  if (rest.length === 0) return pathname;
  const query = rest
    .join('?')
    .replaceAll(/([^&=]+)=([^&]*)/g, (pair, name: string) => (SECRET_NAME.test(name) ? `${name}=***` : pair));
  return `${pathname}?${query}`;
}
