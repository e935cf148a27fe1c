/**
 * The steps that money can take in an asset: out of the payer's account, or off a balance, to the payee or to a balance. Amounts
 * do not matter here. What was found is remembered for the request, because every plan asks for the same steps.
 */
import type { CapabilityId, Custody, LegKind, SettlementScheme } from '../vocabulary.ts';
import { type Carrier, profileOf, type Sender } from './carriers.ts';
import type { Use } from './permits.ts';
import type { RouteEnd, RouteRequest } from './route-request.ts';
import type { SettlementProfile } from './settlement-profiles.ts';

/** Where money stands: with one of the two people, or on the balance of a connection. */
export type Place = 'payer' | 'payee' | Carrier;

export interface Hop {
  readonly carrier: Carrier;
  readonly kind: LegKind;
  readonly use: Use;
  readonly operation: CapabilityId;
  readonly custody: Custody;
  /** Absent for what happens on a balance. */
  readonly scheme: SettlementScheme | undefined;
  readonly profile: SettlementProfile | undefined;
  readonly to: Place;
  /** Whether the asset changes on the way. */
  readonly converts: boolean;
  /** Hops of one key differ in nothing but where they lead. */
  readonly key: string;
}

/** The hops out of the payer's account. */
export interface SentHops {
  readonly all: readonly Hop[];
  readonly byTarget: ReadonlyMap<Place, readonly Hop[]>;
  /** The keys of all that lead to a balance. */
  readonly balanceKeys: ReadonlySet<string>;
}

export interface Hops {
  readonly fromPayer: (asset: string) => SentHops;
  readonly fromBalance: (carrier: Carrier, asset: string) => readonly Hop[];
  /** Payouts that convert: `asset` is what arrives. */
  readonly converting: (carrier: Carrier, asset: string) => readonly Hop[];
  /** Conversions that stay on the balance. */
  readonly onBalance: (carrier: Carrier) => readonly Hop[];
}

export function createHops(carriers: readonly Carrier[], request: RouteRequest): Hops {
  const transits = carriers.filter(({ connection }) => connection.transit !== undefined);
  const sentHops = new Map<string, SentHops>();
  const balanceHops = new Map<Carrier, Map<string, readonly Hop[]>>();
  const remember = (carrier: Carrier, key: string, make: () => readonly Hop[]): readonly Hop[] => {
    const known = balanceHops.get(carrier) ?? new Map<string, readonly Hop[]>();
    balanceHops.set(carrier, known);
    const hops = known.get(key) ?? make();
    known.set(key, hops);
    return hops;
  };
  return {
    fromPayer: (asset) => {
      const known =
        sentHops.get(asset) ?? indexed(carriers.flatMap((one) => sends(one, asset, transits, request)));
      sentHops.set(asset, known);
      return known;
    },
    fromBalance: (carrier, asset) =>
      remember(carrier, `pay ${asset}`, () => paysOut(carrier, asset, transits, request, false)),
    converting: (carrier, asset) =>
      remember(carrier, `convert ${asset}`, () => paysOut(carrier, asset, transits, request, true)),
    onBalance: (carrier) => remember(carrier, 'fx', () => exchanges(carrier)),
  };
}

function indexed(all: readonly Hop[]): SentHops {
  const byTarget = new Map<Place, Hop[]>();
  for (const hop of all) {
    const same = byTarget.get(hop.to);
    if (same === undefined) byTarget.set(hop.to, [hop]);
    else same.push(hop);
  }
  const balanceKeys = new Set(all.filter(({ to }) => to !== 'payee').map(({ key }) => key));
  return { all, byTarget, balanceKeys };
}

function sends(
  carrier: Carrier,
  asset: string,
  transits: readonly Carrier[],
  { from, to }: RouteRequest,
): readonly Hop[] {
  const hops: Hop[] = [];
  for (const { scheme, profile, assets } of carrier.senders) {
    if (!fitsAccount(profile, from, asset) || assets?.includes(asset) === false) {
      // Asked all the same, so that a better reason than the scheme is noted where there is one.
      carrier.permit(profile.onChain ? 'on-chain' : 'payment');
      continue;
    }
    const way = { carrier, scheme, profile };
    if (fitsAccount(profile, to, asset)) add(hops, way, profile.onChain ? 'on-chain' : 'payment', 'payee');
    else carrier.permit(profile.onChain ? 'on-chain' : 'payment');
    for (const transit of transits) {
      const isOwn = transit === carrier;
      if (collects(transit, scheme, asset))
        add(hops, way, profile.onChain ? 'on-chain' : isOwn ? 'own-pay-in' : 'pay-in', transit);
    }
  }
  return hops;
}

function paysOut(
  carrier: Carrier,
  asset: string,
  transits: readonly Carrier[],
  { to }: RouteRequest,
  converts: boolean,
): readonly Hop[] {
  const { payout } = carrier.connection;
  if (payout === undefined) return [];
  const use = converts ? 'convert' : 'payout';
  const hops: Hop[] = [];
  for (const scheme of payout.schemes) {
    const profile = profileOf(scheme);
    if (profile === undefined || !payout.assets.includes(asset)) continue;
    const way = { carrier, scheme, profile };
    if (fitsAccount(profile, to, asset)) add(hops, way, use, 'payee', converts);
    for (const transit of transits)
      if (transit !== carrier && moves(profile, asset) && collects(transit, scheme, asset))
        add(hops, way, 'forward', transit, converts);
  }
  return hops;
}

function exchanges(carrier: Carrier): readonly Hop[] {
  const hops: Hop[] = [];
  add(hops, { carrier, scheme: undefined, profile: undefined }, 'fx', carrier, true);
  return hops;
}

const KINDS: Readonly<Record<Use, LegKind>> = {
  payment: 'payment',
  'pay-in': 'pay-in',
  'own-pay-in': 'pay-in',
  'on-chain': 'on-chain',
  payout: 'payout',
  convert: 'payout',
  forward: 'payout',
  fx: 'fx',
};

function add(
  hops: Hop[],
  way: Pick<Hop, 'carrier' | 'scheme' | 'profile'>,
  use: Use,
  to: Place,
  converts = false,
): void {
  const permit = way.carrier.permit(use);
  if (!permit.ok) return;
  const { operation, custody } = permit;
  const key = `${way.carrier.place} ${use} ${way.scheme}`;
  hops.push({ ...way, use, kind: KINDS[use], operation, custody, to, converts, key });
}

/** What an account does not say of itself is not held against it. */
function fitsAccount(profile: SettlementProfile, end: RouteEnd, asset: string): boolean {
  return (
    profile.payto.includes(end.scheme) &&
    end.assets.includes(asset) &&
    moves(profile, asset) &&
    (profile.countries === undefined || end.country === undefined || profile.countries.has(end.country))
  );
}

function moves(profile: SettlementProfile, asset: string): boolean {
  return profile.asset === undefined ? !isForeign(profile, asset) : profile.asset === asset;
}

/** Chains move tokens and banks move currencies. */
function isForeign({ onChain }: SettlementProfile, asset: string): boolean {
  return asset.startsWith('iso4217:') === (onChain === true);
}

function collects({ connection }: Carrier, scheme: Sender['scheme'], asset: string): boolean {
  return connection.transit?.schemes.includes(scheme) === true && connection.transit.assets.includes(asset);
}
