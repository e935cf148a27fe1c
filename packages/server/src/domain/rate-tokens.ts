/** What a node asks of a bucket that all nodes share, and what it is given. */
export interface TokenRequest {
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
  /** What was taken before and not used. */
  readonly returned: number;
  readonly wanted: number;
}

export interface TokenGrant {
  readonly granted: number;
  /** What is left in the bucket. */
  readonly tokens: number;
}
