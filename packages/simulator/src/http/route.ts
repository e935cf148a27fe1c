/** A route of an emulated provider. Paths are relative to the provider's own root and may hold `:name` segments. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Pages are what people see; faults set for a provider strike its API and leave its pages alone. */
  readonly kind: 'api' | 'page';
  handle(request: SimulatedRequest): Promise<Reply> | Reply;
}

export interface SimulatedRequest {
  readonly method: string;
  /** As received: path and query, with the provider's root. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
  /** Of a form body; empty otherwise. */
  readonly form: URLSearchParams;
  /** Of a JSON body; undefined when it is none. */
  readonly json: unknown;
}

/** `hang` never answers; `reset` cuts the connection. Both may follow an effect that has already happened. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' };
