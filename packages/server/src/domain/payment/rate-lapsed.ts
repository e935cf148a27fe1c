import type { PaymentLeg } from './payment.ts';

/** Clocks differ, and a request travels: a rate that ends this soon is taken to have ended. */
const LOCK_MARGIN_MS = 5_000;

/** Whether the rate that a leg was quoted at is no longer held. A rate that nobody ever held cannot lapse. */
export function hasLapsed({ work }: PaymentLeg, nowMs: number): boolean {
  return work.lockedUntilMs !== undefined && endsTooSoon(work.lockedUntilMs, nowMs);
}

export function endsTooSoon(lockedUntilMs: number, nowMs: number): boolean {
  return lockedUntilMs <= nowMs + LOCK_MARGIN_MS;
}
