/**
 * What a leg of a payment teaches. A leg that settles uses up some of the contract that prices it: counted in the transaction
 * that settles it, so once, whatever crashes. How a leg ended says how reliable its rail is, and the call that began it how
 * fast it answers; that is learnt afterwards, and never at the cost of the payment.
 */
import {
  type Attribution,
  addLatency,
  attribute,
  contractUse,
  countingParty,
  type DecisionRequest,
  type OutcomeStatus,
  observe,
  type Party,
  type Snapshot,
} from '@switchyard/engine';
import { learningPlace } from '../../domain/learning-place.ts';
import type { Moved } from '../../domain/payment/move.ts';
import type { Payment, PaymentLeg } from '../../domain/payment/payment.ts';
import { findPayableAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { addContractUsage, openLearnt } from '../../store/learnt.ts';
import type { Drive } from './drive.ts';

/** Undefined when there is none to be had: payments go on without it. */
export async function snapshotAtHand({ deps, environment }: Drive): Promise<Snapshot | undefined> {
  try {
    return (await deps.engines.of(environment)).snapshot;
  } catch (error) {
    deps.logger.warn({ err: error }, 'a payment goes on without a snapshot, and nothing is counted');
    return undefined;
  }
}

/** Legs of the route that have come to their end by this move. One that brings money back is no service sold. */
export function endedLegs({ happenings }: Moved): readonly PaymentLeg[] {
  return happenings.flatMap((happening) =>
    happening.kind === 'leg' &&
    happening.leg.compensationOf === undefined &&
    outcomeOf(happening.leg) !== undefined
      ? [happening.leg]
      : [],
  );
}

export async function countUse(
  drive: Drive,
  tx: Transaction,
  snapshot: Snapshot,
  payment: Payment,
  leg: PaymentLeg,
): Promise<void> {
  const use = contractUse(snapshot, leg.connectionId, await requestOf(drive, payment, leg));
  if (use === undefined) return;
  addContractUsage(tx, use.contract.id, new Date(use.contract.periodStart), use.amount);
}

/** How the leg ended, how long its call took, or both. */
export interface Lesson {
  readonly leg: PaymentLeg;
  readonly latencyMs?: number;
}

export async function learnFromLeg(
  drive: Drive,
  payment: Payment,
  { leg, latencyMs }: Lesson,
): Promise<void> {
  const { deps, environment } = drive;
  const outcome = outcomeOf(leg);
  const snapshot = await snapshotAtHand(drive);
  const connection = snapshot?.connections.find(({ id }) => id === leg.connectionId);
  if (snapshot === undefined || connection === undefined) return;
  try {
    const { country, institution } = countingParty(await requestOf(drive, payment, leg));
    const about = learningPlace(snapshot, connection, { operation: leg.capability, country, institution });
    const policy = snapshot.policy.reliability;
    const atMs = deps.now();
    await deps.db.transaction(environment.id, async (tx) => {
      const learnt = await openLearnt(tx, [about]);
      if (outcome !== undefined) {
        const attribution = attributionOf(outcome, leg);
        learnt.putCells(about, observe(learnt.cells(about), { ...about, attribution, atMs }, policy).cells);
      }
      if (latencyMs !== undefined) {
        const sketch = learnt.sketch(about.rail, about.operation);
        const more = addLatency(sketch, latencyMs, atMs, policy.halfLifeMs);
        learnt.putSketch(about.rail, about.operation, more);
      }
      learnt.save();
      return { commit: true, value: undefined };
    });
    deps.engines.touch(environment.id);
  } catch (error) {
    deps.logger.warn({ err: error, rail: leg.rail }, 'a leg could not be learnt from');
  }
}

function outcomeOf({ status }: PaymentLeg): OutcomeStatus | undefined {
  switch (status) {
    case 'settled':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}

/**
 * A refusal is about the order: its bank or its details would have been refused elsewhere too. What counts against a rail is
 * that it could not be reached until the leg was given up.
 */
function attributionOf(outcome: OutcomeStatus, { work }: PaymentLeg): Attribution {
  return outcome === 'failed' && work.outages === 0 ? 'neutral' : attribute(outcome, work.refusal);
}

/** The leg as it was priced: a payout counts where the payee is, everything else where the payer is. */
async function requestOf(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<DecisionRequest> {
  const [payer, payee] = await Promise.all([
    partyOf(drive, payment.fromAccountId),
    partyOf(drive, payment.toAccountId),
  ]);
  const amount = leg.kind === 'fx' ? leg.send : leg.receive;
  return { operation: leg.capability, amount, payer, payee };
}

async function partyOf({ deps, keys }: Drive, id: string): Promise<Party> {
  const account = (await findPayableAccount(deps.db, keys, id))?.account;
  const { country = '', institutionId, scheme } = account ?? {};
  return {
    country,
    ...(institutionId === undefined ? {} : { institution: institutionId }),
    ...(scheme === undefined ? {} : { scheme }),
  };
}
