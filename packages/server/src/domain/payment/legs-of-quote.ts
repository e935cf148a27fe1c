import type { RouteQuote } from '@switchyard/contract';
import type { Json, SettlementScheme } from '@switchyard/rail-kit';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { NewLeg } from './compensate.ts';
import type { PaymentLeg } from './payment.ts';

export interface QuoteToPay {
  readonly quote: Pick<DeepReadonly<RouteQuote>, 'legs'>;
  /** By the sequence of a leg that converts: what its provider holds the rate by. */
  readonly holds: Readonly<Record<string, Json>>;
}

type QuotedLeg = QuoteToPay['quote']['legs'][number];

/** The legs of a payment as they are before any provider hears of them: those of its quote, and nothing else. */
export function legsOfQuote(
  { quote, holds }: QuoteToPay,
  newLeg: () => NewLeg,
  at: Date,
): readonly PaymentLeg[] {
  const { legs } = quote;
  return legs.map((leg) => ({
    ...legOf(leg, holds[leg.sequence], newLeg(), at),
    finality: finalityOf(leg, legs.length),
  }));
}

function legOf(
  leg: QuotedLeg,
  hold: Json | undefined,
  { id, key, state }: NewLeg,
  at: Date,
): Omit<PaymentLeg, 'finality'> {
  const { sequence, kind, rail, connection, capability, custody, requiresAction, send, receive, fees } = leg;
  return {
    id,
    sequence,
    kind,
    rail,
    connectionId: connection,
    capability,
    // A leg of a quote names a settlement scheme: the engine takes it from its own table.
    scheme: leg.scheme as SettlementScheme,
    custody,
    requiresAction,
    send,
    receive,
    fees: fees.map(({ rail: taker, ...fee }) => ({
      ...fee,
      ...(taker === undefined ? {} : { rail: taker }),
    })),
    status: 'pending',
    attempts: 0,
    work: {
      key,
      state,
      call: 'none',
      probes: 0,
      absences: 0,
      outages: 0,
      ...(hold === undefined ? {} : { fx: hold }),
      ...(leg.fx?.lockedUntil === undefined ? {} : { lockedUntilMs: Date.parse(leg.fx.lockedUntil) }),
    },
    createdAt: at,
    updatedAt: at,
  };
}

/** What another leg takes on counts when it has been seen where that one needs it. */
function finalityOf({ kind, sequence }: QuotedLeg, legs: number): PaymentLeg['finality'] {
  if (kind !== 'fx' && sequence < legs) return 'credited';
  return kind === 'on-chain' ? 'confirmations' : 'accepted';
}
