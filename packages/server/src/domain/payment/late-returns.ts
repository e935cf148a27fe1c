/**
 * Money that has arrived can come back. A webhook mostly tells; for when it does not, a leg is looked at again a few times while
 * its scheme lets the money come back, and then no more. Pure.
 */
import type { SettlementScheme } from '@switchyard/rail-kit';
import type { Payment, PaymentLeg } from './payment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long after it settled a payment may come back without anybody's leave. SEPA credit transfers: a bank may recall for ten
 * banking days, and the payee's returns within three. ACH: reversals within five banking days. Banking days are counted as
 * days with all the weekends and holidays that can lie between. The other schemes call themselves irrevocable.
 */
const REVERSIBLE_MS: Readonly<Partial<Record<SettlementScheme, number>>> = {
  'sepa-sct': 16 * DAY_MS,
  'us-ach': 9 * DAY_MS,
  'us-ach-same-day': 9 * DAY_MS,
};

/** After it settled; and once more when the time is over. */
const LOOKS_MS: readonly number[] = [MINUTE_MS, HOUR_MS, DAY_MS, 4 * DAY_MS];

/** Undefined while it has not settled, and where the scheme takes nothing back. */
export function reversibleUntil({ status, scheme, updatedAt }: PaymentLeg): Date | undefined {
  const spanMs = REVERSIBLE_MS[scheme];
  // A leg that has settled changes only by coming back, so this is when it settled.
  return status === 'settled' && spanMs !== undefined ? new Date(updatedAt.getTime() + spanMs) : undefined;
}

/** The leg whose money may still come back from where the payment has brought it. */
export function lookBackAt(payment: Payment): PaymentLeg | undefined {
  if (payment.status !== 'succeeded') return undefined;
  return payment.legs.filter(({ status, work }) => status === 'settled' && work.memo !== undefined).at(-1);
}

/** When to look at a payment again that has succeeded; undefined when nothing can come back any more. */
export function nextLookBackMs(payment: Payment, nowMs: number): number | undefined {
  const leg = lookBackAt(payment);
  const untilMs = leg === undefined ? undefined : reversibleUntil(leg)?.getTime();
  if (leg === undefined || untilMs === undefined || untilMs <= nowMs) return undefined;
  const settledMs = leg.updatedAt.getTime();
  const looks = LOOKS_MS.map((afterMs) => settledMs + afterMs).filter((atMs) => atMs < untilMs);
  return looks.find((atMs) => atMs > nowMs) ?? untilMs;
}
