/**
 * Why connections serve no quote. A connection may fall out in many ways, as a sender here and as a transit there; what is
 * told is the one that got furthest, because that is the one nearest to working. Of equals the first is told.
 */
import type { CompiledConnection } from '../decide/compiled-snapshot.ts';
import type { Exclusion, Fix } from '../decision.ts';
import type { EngineExplanation } from '../sentences.ts';

/** In the order in which a connection gets through them. */
export const STAGES = [
  'amount',
  'connection',
  'money',
  'adapter',
  'operation',
  'country',
  'scheme',
  'asset',
  'institution',
  'link',
  'custody',
  'settlement',
  'way',
  'detour',
  'rate',
  'policy',
  'limit',
  'lock',
  'reliability',
  'rank',
] as const;
export type Stage = (typeof STAGES)[number];

export interface Reason {
  readonly stage: Stage;
  readonly explanation: EngineExplanation;
  readonly fix?: Fix | undefined;
}

export interface Reasons {
  readonly note: (at: CompiledConnection, reason: Reason) => void;
  readonly of: (at: CompiledConnection) => Reason | undefined;
}

export function createReasons(): Reasons {
  const furthest = new Map<string, Reason>();
  return {
    note: ({ connection }, reason) => {
      const known = furthest.get(connection.id);
      if (known === undefined || PLACES[known.stage] < PLACES[reason.stage])
        furthest.set(connection.id, reason);
    },
    of: ({ connection }) => furthest.get(connection.id),
  };
}

export function isFurther(a: Reason, b: Reason): boolean {
  return PLACES[a.stage] > PLACES[b.stage];
}

export function isBeyond({ stage }: Reason, other: Stage): boolean {
  return PLACES[stage] > PLACES[other];
}

/** What a check of the decision engine says, at its stage here. */
export function reasonOf(stage: Stage, { explanation, fix }: Exclusion): Reason {
  return { stage, explanation, fix };
}

// The cast holds because the entries are those of STAGES, one by one.
const PLACES = Object.fromEntries(STAGES.map((stage, place) => [stage, place])) as Readonly<
  Record<Stage, number>
>;
