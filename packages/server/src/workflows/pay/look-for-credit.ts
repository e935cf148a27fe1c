/**
 * A pay-in counts when the transit rail itself reports the credit, with our reference, in the right asset and to the minor unit.
 * "Executed" at the payer's bank is not a credit. Too little or too much is for an operator.
 */
import type { LegPatch } from '../../domain/payment/move.ts';
import { isBeforeItsTime } from '../../domain/payment/next-deed.ts';
import type { PaymentLeg } from '../../domain/payment/payment.ts';
import { nextQueryMs } from '../../domain/payment/probes.ts';
import type { Drive } from './drive.ts';

export async function lookForCredit(
  { deps, environment }: Drive,
  leg: PaymentLeg,
  write: (patchOf: (leg: PaymentLeg, nowMs: number) => LegPatch) => Promise<boolean>,
): Promise<boolean> {
  const { awaitsCredit } = leg.work;
  const connection =
    awaitsCredit === undefined
      ? undefined
      : await deps.connections.callable(environment.id, awaitsCredit.connectionId);
  if (awaitsCredit === undefined || connection === undefined) return write(lookLater);
  const { reference, sinceMs } = awaitsCredit;
  const { asset, value } = leg.receive;
  const answer = await deps.caller.call(connection, { name: 'transit.credits' }, async (rail) =>
    rail.transit === undefined
      ? { kind: 'misconfigured' as const }
      : rail.transit.credits({ asset, reference, sinceMs: sinceMs - deps.aheadMs }),
  );
  if (answer.kind !== 'done' || answer.result.length === 0) return write(lookLater);
  const total = answer.result.reduce((sum, credit) => sum + credit.amount.value, 0n);
  if (total === BigInt(value)) return write(() => ({ to: 'settled', work: { awaitsCredit: undefined } }));
  // Through `unknown`, because that is how a leg comes before an operator.
  const isSeen = await write(() => ({ to: 'unknown' }));
  return isSeen && write(() => ({ to: 'review' }));
}

function lookLater(leg: PaymentLeg, nowMs: number): LegPatch {
  if (isBeforeItsTime(leg, nowMs)) return {};
  const probes = leg.work.probes + 1;
  return { work: { probes, lookAtMs: nowMs + nextQueryMs(probes) } };
}
