/**
 * Brings money back that stands with a transit rail when a later leg has been refused for good: a leg of its own, from that rail to
 * the payer. While it is under way the leg it makes undone is `returning`; when it has settled, `returned`.
 */
import { HAD_MONEY, type Moved, moveLeg } from './move.ts';
import type { Payment, PaymentLeg } from './payment.ts';

export interface NewLeg {
  readonly id: string;
  readonly key: string;
  readonly state: string;
}

export function compensate(moved: Moved, newLeg: (undone: PaymentLeg) => NewLeg, at: Date): Moved {
  const { payment } = moved;
  const finished = payment.legs.find((leg) => leg.compensationOf !== undefined && leg.status === 'settled');
  const undone = payment.legs.find(
    ({ id, status }) => id === finished?.compensationOf && status === 'returning',
  );
  if (undone !== undefined) return andThen(moved, moveLeg(payment, undone.id, { to: 'returned' }, at));
  const broken = payment.legs.find((leg) => leg.compensationOf !== undefined && leg.status === 'failed');
  const stranded = payment.legs.find(
    ({ id, status }) => id === broken?.compensationOf && status === 'returning',
  );
  if (stranded !== undefined) return andThen(moved, moveLeg(payment, stranded.id, { to: 'review' }, at));
  const refused = payment.legs.find(
    ({ status, compensationOf }) =>
      (status === 'failed' || status === 'cancelled') && compensationOf === undefined,
  );
  // The last that brought the money on has it; those before it have passed it on, and it comes back once.
  const away = payment.legs
    .filter(({ status, compensationOf }) => HAD_MONEY.has(status) && compensationOf === undefined)
    .at(-1);
  if (refused === undefined || away?.status !== 'settled') return moved;
  const back = returnLeg(payment, refused, away, newLeg(away), at);
  return andThen(
    moved,
    moveLeg({ ...payment, legs: [...payment.legs, back] }, away.id, { to: 'returning' }, at),
  );
}

function returnLeg(
  payment: Payment,
  refused: PaymentLeg,
  away: PaymentLeg,
  made: NewLeg,
  at: Date,
): PaymentLeg {
  return {
    id: made.id,
    sequence: payment.legs.length + 1,
    kind: 'payout',
    rail: refused.rail,
    connectionId: refused.connectionId,
    capability: 'banking.payouts',
    scheme: away.scheme,
    custody: refused.custody,
    requiresAction: false,
    send: away.receive,
    receive: away.receive,
    fees: [],
    finality: 'accepted',
    status: 'pending',
    attempts: 0,
    compensationOf: away.id,
    work: {
      key: made.key,
      state: made.state,
      call: 'none',
      probes: 0,
      absences: 0,
      outages: 0,
      // It may have been made in the time that was lost.
      ...(refused.work.restored === true ? { restored: true } : {}),
    },
    createdAt: at,
    updatedAt: at,
  };
}

function andThen(first: Moved, second: Moved): Moved {
  return { payment: second.payment, happenings: [...first.happenings, ...second.happenings] };
}
