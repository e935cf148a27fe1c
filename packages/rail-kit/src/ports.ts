/**
 * What the host lends an adapter. There is no logger: the host records every call itself, redacted. There is no sleep and
 * no retry: one attempt, and the host decides what follows.
 */
export interface Ports {
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomUuid: () => string;
  /** Where this connection's webhooks arrive; absent when the host has no public address. */
  readonly webhookUrl?: string;
}

export interface HttpPort {
  /** Never throws. The host's timeout applies. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What this call is for, in the rail's own few words: `payments.create`. Names the call in records and metrics. */
  readonly purpose: string;
}

/**
 * not_connected: no byte of the request reached the provider, so nothing can have happened there. no_answer: it may have:
 * timeout, reset, an answer cut short. Header names are in lower case; the body is text, at most 1 MiB of it.
 */
export type HttpAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'not_connected' }
  | { readonly kind: 'no_answer' };
