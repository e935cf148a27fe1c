/**
 * What is kept for how long. A kind of row that is cleared away by age has one line here and one in `store/retention.ts`, which
 * says by which column; neither compiles without the other. Payments, legs, accounts and customers are not here: they are never
 * cleared away by age.
 */
const DAY_MS = 24 * 60 * 60 * 1000;

/** In days, unless configured otherwise. */
export const RETENTION_DAYS = {
  decision: 90,
  /** Longer than decisions: that an outcome has been reported must be known when it is reported again. */
  outcome: 400,
  /** Of quotes that were not paid; the others belong to their payments. */
  route_quote: 30,
  provider_notice: 30,
  /** Of messages that were delivered or given up, with their attempts. */
  webhook_message: 30,
  event: 90,
  request_log: 7,
} as const satisfies Readonly<Record<string, number>>;

/** Not to be configured: the API promises the first, and clients may hold a snapshot that no decision of ours cites. */
const FIXED_MS = {
  /** Sessions that are over, and what leads to keys and tokens that are. As long, an operator's places are known. */
  ended_credential: 30 * DAY_MS,
  /** Rows say themselves when their seven days are over. */
  idempotency_key: 0,
  routing_snapshot: DAY_MS,
} as const;

export type Configurable = keyof typeof RETENTION_DAYS;
export type Retained = Configurable | keyof typeof FIXED_MS;

/** In milliseconds. */
export type Retention = Readonly<Record<Retained, number>>;

export function retentionOf(days: Readonly<Record<Configurable, number>>): Retention {
  const inMs = Object.entries(days).map(([what, count]) => [what, count * DAY_MS]);
  // Every key of Configurable has been given, and FIXED_MS has the rest.
  return { ...FIXED_MS, ...Object.fromEntries(inMs) } as Retention;
}

export const RETENTION_DEFAULT: Retention = retentionOf(RETENTION_DAYS);
