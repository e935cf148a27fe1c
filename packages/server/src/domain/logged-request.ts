/** What is kept of a request: who called what, and how it was answered. Nothing that was in it. */
export interface LoggedRequest {
  /** It tells when the request arrived. */
  readonly requestId: string;
  readonly key: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly ms: number;
}
