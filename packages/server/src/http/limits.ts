/** Every limit of the HTTP server, in one place. */
export interface HttpLimits {
  readonly bodyBytesMax: number;
  readonly headerBytesMax: number;
  readonly connectionsMax: number;
  /** A client has this long to send its headers … */
  readonly headersTimeoutMs: number;
  /** … and this long for the whole request. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How often Node looks for clients that are past the two timeouts above. */
  readonly connectionsCheckingIntervalMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytesMax: 256 * 1024,
  headerBytesMax: 16 * 1024,
  connectionsMax: 2_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  connectionsCheckingIntervalMs: 1_000,
};
