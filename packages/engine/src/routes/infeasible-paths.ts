/** The ways of several legs that came to nothing, for showing: each path and reason once, and only so many. */
import type { CompiledConnection, CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import type { LegKind } from '../vocabulary.ts';
import type { Hop } from './hops.ts';
import { checkCarrier } from './permits.ts';
import type { Reason } from './reasons.ts';
import type { RouteRequest } from './route-request.ts';
import { INFEASIBLE_PATHS_MAX, type InfeasibleRoute } from './route-terms.ts';

export interface DeadEnds {
  /** The last of the hops is the one that could not be taken. */
  readonly add: (hops: readonly Hop[], reason: Reason) => void;
  readonly list: () => readonly InfeasibleRoute[];
}

interface PathLeg {
  readonly kind: LegKind;
  readonly at: CompiledConnection;
}

export function createDeadEnds(): DeadEnds {
  const found = new Map<string, InfeasibleRoute>();
  const add = (legs: readonly PathLeg[], rail: string, reason: Reason): void => {
    if (legs.length < 2 || found.size >= INFEASIBLE_PATHS_MAX) return;
    const route = describe(legs, rail, reason);
    const key = JSON.stringify([route.legs, route.code]);
    if (!found.has(key)) found.set(key, route);
  };
  return {
    add: (hops, reason) => {
      const last = hops.at(-1);
      if (last === undefined) return;
      const legs = hops.map(({ kind, carrier }) => ({ kind, at: carrier.at }));
      add(legs, last.carrier.connection.rail, reason);
    },
    list: () => [...found.values()],
  };
}

/**
 * Ways that connected rails could go by what they are able to do, if there were more than a connection for decisions: over one
 * provider that reaches both accounts, or over two that meet on a chain.
 */
export function pathsWithoutAdapter(
  { connections }: CompiledSnapshot,
  { from, to }: RouteRequest,
): readonly InfeasibleRoute[] {
  const able = connections.flatMap((at) => {
    const reason = checkCarrier(at);
    return reason?.stage === 'adapter' && reaches(at, 'money.') ? [{ at, reason }] : [];
  });
  const routes: InfeasibleRoute[] = [];
  for (const { at, reason } of able) {
    if (speaks(at, from.scheme) && speaks(at, to.scheme))
      routes.push(describe([leg('pay-in', at), leg('payout', at)], at.connection.rail, reason));
  }
  for (const { at, reason } of able) {
    if (!isRamp(at) || !speaks(at, from.scheme) || speaks(at, to.scheme)) continue;
    for (const other of able) {
      if (other.at === at || !isRamp(other.at) || !speaks(other.at, to.scheme)) continue;
      const legs = [leg('pay-in', at), leg('on-chain', at), leg('payout', other.at)];
      routes.push(describe(legs, at.connection.rail, reason));
    }
  }
  return routes;
}

function describe(legs: readonly PathLeg[], rail: string, reason: Reason): InfeasibleRoute {
  const { explanation, fix } = reason;
  const route = {
    rail,
    legs: legs.map(({ kind, at }) => ({ kind, rail: at.connection.rail, connection: at.connection.id })),
    code: explanation.key,
    explanation,
  };
  return fix === undefined ? route : { ...route, fix };
}

function leg(kind: LegKind, at: CompiledConnection): PathLeg {
  return { kind, at };
}

function reaches({ rail }: CompiledConnection, prefix: string): boolean {
  return rail?.capabilities.some(({ id }) => id.startsWith(prefix)) === true;
}

const CHAIN_SCHEMES = ['eth', 'solana'];

function isRamp(at: CompiledConnection): boolean {
  return reaches(at, 'money.stablecoin-ramp') && CHAIN_SCHEMES.some((scheme) => speaks(at, scheme));
}

function speaks({ rail }: CompiledConnection, scheme: string): boolean {
  return rail?.schemes.includes(scheme) === true;
}
