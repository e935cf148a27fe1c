/** The connections that can carry money for a request, with what each may be used for; why the others cannot is noted. */
import type { CompiledConnection, CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import type { SnapshotConnection } from '../snapshot.ts';
import type { SettlementScheme } from '../vocabulary.ts';
import { checkCarrier, type Permit, permitOf, type Use } from './permits.ts';
import type { Reasons } from './reasons.ts';
import type { RouteRequest } from './route-request.ts';
import { SETTLEMENT_PROFILES, type SettlementProfile } from './settlement-profiles.ts';

export interface Carrier {
  readonly at: CompiledConnection;
  readonly connection: SnapshotConnection;
  /** Its place in the order that breaks ties. */
  readonly place: number;
  /** How it moves money out of the payer's account. */
  readonly senders: readonly Sender[];
  /** What it may do; a refusal is noted when it is first asked for. */
  readonly permit: (use: Use) => Permit;
  /** Whether every use that was asked for has been refused. */
  readonly isRefused: () => boolean;
}

export interface Sender {
  readonly scheme: SettlementScheme;
  readonly profile: SettlementProfile;
  /** Absent when the scheme says it all. */
  readonly assets: readonly string[] | undefined;
}

export function findCarriers(
  snapshot: CompiledSnapshot,
  request: RouteRequest,
  reasons: Reasons,
): readonly Carrier[] {
  const carriers: Carrier[] = [];
  for (const at of snapshot.connections) {
    const { rail, connection } = at;
    if (request.along?.every((step) => step.connection !== connection.id) === true) continue;
    const reason = checkCarrier(at);
    if (reason !== undefined) reasons.note(at, reason);
    if (reason !== undefined || rail === undefined) continue;
    const permits = new Map<Use, Permit>();
    carriers.push({
      at,
      connection,
      place: carriers.length,
      senders: sendersOf(connection),
      permit: (use) => {
        const known = permits.get(use);
        if (known !== undefined) return known;
        const permit = permitOf(snapshot, at, rail, use, request);
        permits.set(use, permit);
        if (!permit.ok) reasons.note(at, permit.reason);
        return permit;
      },
      isRefused: () => permits.size > 0 && [...permits.values()].every(({ ok }) => !ok),
    });
  }
  return carriers;
}

/** Callers without types may name a scheme that does not exist. */
export function profileOf(scheme: SettlementScheme): SettlementProfile | undefined {
  return Object.hasOwn(SETTLEMENT_PROFILES, scheme) ? SETTLEMENT_PROFILES[scheme] : undefined;
}

function sendersOf({ payment, onChain }: SnapshotConnection): readonly Sender[] {
  const banked = (payment?.schemes ?? []).map((scheme) => ({ scheme, assets: payment?.assets }));
  const chained = onChain === undefined ? [] : [{ scheme: 'evm-erc20' as const, assets: onChain.assets }];
  const senders = [
    ...banked.filter(({ scheme }) => chained.every((one) => one.scheme !== scheme)),
    ...chained,
  ];
  return senders.flatMap(({ scheme, assets }) => {
    const profile = profileOf(scheme);
    return profile === undefined ? [] : [{ scheme, profile, assets }];
  });
}
