/**
 * Snapshots whose connections carry money, and requests between accounts that they reach, at random. Providers answer for
 * their rates as they please: rightly, roughly, with a lock or without, or not at all.
 */
import fc from 'fast-check';
import { arbitraryAmountValue, arbitrarySnapshot } from '../../decide/testing/arbitrary-snapshot.ts';
import type { Snapshot, SnapshotConnection, SnapshotRail } from '../../snapshot.ts';
import { CUSTODIES, PREFERENCES, SETTLEMENT_SCHEMES } from '../../vocabulary.ts';
import type { RouteEnd, RouteFxAnswer, RouteRequest, WantedFxQuote } from '../route-request.ts';
import { SETTLEMENT_CALENDARS } from '../settlement-calendars.ts';

export interface RouteInput {
  readonly snapshot: Snapshot;
  readonly request: RouteRequest;
  readonly nowMs: number;
  readonly providers: readonly Provider[];
}

/** How a provider answers. */
export interface Provider {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly decimals: number;
  readonly fee: bigint;
  readonly feeSide: 'send' | 'receive';
  readonly lockMs: number | undefined;
  readonly isSilent: boolean;
}

const plain = { noNullPrototype: true } as const;
const TOKEN = 'eip155:1/slip44:60';
const ASSETS = ['iso4217:EUR', 'iso4217:GBP', 'iso4217:JPY', TOKEN];
const BANKED = ['sepa-sct', 'sepa-sct-inst', 'gb-fps', 'gb-chaps', 'swift'] as const;
const DAY_MS = 86_400_000;

const schemes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([...BANKED]) },
  { weight: 2, arbitrary: fc.subarray([...BANKED], { minLength: 2 }) },
  { weight: 1, arbitrary: fc.subarray([...SETTLEMENT_SCHEMES]) },
);
const assets = fc.oneof(
  { weight: 4, arbitrary: fc.constant(ASSETS) },
  { weight: 1, arbitrary: fc.subarray(ASSETS, { minLength: 1 }) },
);
const referenceMax = fc.nat(140);
const linkedOnly = fc.nat(5).map((luck) => luck === 0);

const payment = fc.record(
  { schemes, assets, finality: fc.constant('accepted' as const), referenceMax, linkedOnly },
  { ...plain, requiredKeys: ['schemes', 'finality', 'referenceMax'] },
);
const balance = {
  transit: fc.record({ assets, schemes }, plain),
  payout: fc.record({ assets, schemes, referenceMax }, plain),
};
const fx = fc.record({ assets, standalone: fc.boolean() }, { ...plain, requiredKeys: ['assets'] });
const onChain = fc.record({ assets, linkedOnly }, { ...plain, requiredKeys: ['assets'] });

type Abilities = Pick<SnapshotConnection, 'payment' | 'payout' | 'fx' | 'transit' | 'onChain'>;

const abilities: fc.Arbitrary<Abilities> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ payment }, plain) },
  { weight: 4, arbitrary: fc.record({ ...balance, fx }, { ...plain, requiredKeys: ['transit', 'payout'] }) },
  { weight: 1, arbitrary: fc.record({ payment, ...balance, fx }, { ...plain, requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ onChain }, plain) },
  { weight: 1, arbitrary: fc.constant({}) },
);

/** Most connections are in order and most rails do everything, so that ways come about. */
const arbitraryNetwork: fc.Arbitrary<Snapshot> = arbitrarySnapshot.chain((snapshot) =>
  fc
    .tuple(
      fc.array(abilities, {
        minLength: snapshot.connections.length,
        maxLength: snapshot.connections.length,
      }),
      fc.array(fc.nat(9), { minLength: snapshot.connections.length, maxLength: snapshot.connections.length }),
      fc.nat(3),
    )
    .map(([all, luck, rules]) => ({
      ...snapshot,
      connections: snapshot.connections.map((connection, at) => ({
        ...connection,
        ...((luck[at] ?? 0) > 0 ? { mode: 'route' as const, ...all[at] } : {}),
        ...((luck[at] ?? 0) > 2 ? { limits: [], countries: [], operations: [] } : {}),
      })),
      rails: snapshot.rails.map(withMoney),
      policy: {
        ...snapshot.policy,
        rules: rules === 0 ? snapshot.policy.rules : [],
        custodyAdmitted: rules === 1 ? snapshot.policy.custodyAdmitted : CUSTODIES,
      },
      calendars: SETTLEMENT_CALENDARS,
    })),
);

function withMoney(rail: SnapshotRail): SnapshotRail {
  return {
    ...rail,
    schemes: ['iban', 'gb-scan', 'eth'],
    capabilities: [
      { id: 'banking.pis.single', countries: [] },
      { id: 'banking.payouts', countries: [] },
      { id: 'money.fx', countries: [] },
      ...rail.capabilities,
    ],
  };
}

/** People have accounts where they are, and some have wallets. */
const KINDS = [
  { scheme: 'iban', country: 'DE', assets: ['iso4217:EUR'] },
  { scheme: 'iban', country: 'FR', assets: ['iso4217:EUR', 'iso4217:JPY'] },
  { scheme: 'gb-scan', country: 'GB', assets: ['iso4217:GBP'] },
  { scheme: 'gb-scan', country: 'GB', assets: ['iso4217:GBP', 'iso4217:EUR'] },
  { scheme: 'iban', assets: ['iso4217:EUR', 'iso4217:GBP'] },
  { scheme: 'eth', assets: [TOKEN] },
] as const;

function end(account: string): fc.Arbitrary<RouteEnd> {
  return fc
    .record(
      {
        kind: fc.constantFrom(...KINDS),
        institution: rarely(fc.constantFrom('ins_bank00001', 'ins_bank00002')),
        linked: fc.array(fc.nat(99), { maxLength: 30 }),
      },
      plain,
    )
    .map(({ kind, institution, linked }) => ({
      account,
      links: linked.map((number) => `con_${String(number).padStart(8, '0')}`),
      ...kind,
      ...(institution === undefined ? {} : { institution }),
    }));
}

const request: fc.Arbitrary<RouteRequest> = fc
  .record(
    { from: end('acct_payer000'), to: end('acct_payee000'), value: arbitraryAmountValue, side: fc.nat(9) },
    plain,
  )
  .chain(({ from, to, value, side }) => {
    const assets = side === 0 ? ASSETS : side < 5 ? from.assets : to.assets;
    return fc.record(
      {
        from: fc.constant(from),
        to: fc.constant(to),
        amount: fc.record({ value: fc.constant(value), asset: fc.constantFrom(...assets) }, plain),
        preference: fc.constantFrom(...PREFERENCES),
        preferRail: fc.constantFrom('alder', 'beech'),
        channel: fc.constant('web' as const),
      },
      { ...plain, requiredKeys: ['from', 'to', 'amount', 'channel'] },
    );
  });

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

const provider: fc.Arbitrary<Provider> = fc.record(
  {
    numerator: fc.bigInt({ min: 1n, max: 99_999n }),
    denominator: fc.bigInt({ min: 1n, max: 99_999n }),
    decimals: fc.nat(8),
    fee: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 90n })),
    feeSide: fc.constantFrom('send' as const, 'receive' as const),
    lockMs: fc.option(fc.nat(2 * DAY_MS), { nil: undefined }),
    isSilent: fc.nat(9).map((luck) => luck === 0),
  },
  plain,
);

export const arbitraryRouteInput: fc.Arbitrary<RouteInput> = fc.record(
  {
    snapshot: arbitraryNetwork,
    request,
    nowMs: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2031, 0) }),
    providers: fc.array(provider, { minLength: 6, maxLength: 6 }),
  },
  plain,
);

/** What the providers say to what they are asked. */
export function answersTo(
  wanted: readonly WantedFxQuote[],
  { providers, nowMs }: Pick<RouteInput, 'providers' | 'nowMs'>,
): readonly RouteFxAnswer[] {
  return wanted.map((one, at) => {
    const how = providers[at % providers.length];
    return how === undefined || how.isSilent ? { key: one.key, unavailable: true } : quote(one, how, nowMs);
  });
}

function quote(wanted: WantedFxQuote, how: Provider, nowMs: number): RouteFxAnswer {
  const { numerator, denominator, fee, feeSide, lockMs } = how;
  const value = BigInt(wanted.amount.value);
  const [before, after] = feeSide === 'send' ? [fee, 0n] : [0n, fee];
  const positive = (amount: bigint) => (amount < 0n ? 0n : amount);
  const [send, receive] =
    wanted.fixed === 'send'
      ? [value, positive((positive(value - before) * numerator) / denominator - after)]
      : [((value + after) * denominator + numerator - 1n) / numerator + before, value];
  const [sendAsset, receiveAsset] =
    wanted.fixed === 'send'
      ? [wanted.amount.asset, wanted.otherAsset]
      : [wanted.otherAsset, wanted.amount.asset];
  return {
    key: wanted.key,
    send: { value: send.toString(), asset: sendAsset },
    receive: { value: receive.toString(), asset: receiveAsset },
    fee: { value: fee.toString(), asset: feeSide === 'send' ? sendAsset : receiveAsset },
    rate: decimal(how),
    ref: 'ref',
    ...(lockMs === undefined ? {} : { lockedUntilMs: nowMs + lockMs }),
  };
}

/** As providers write rates: cut off somewhere, whatever the minor units are. */
function decimal({ numerator, denominator, decimals }: Provider): string {
  const digits = ((numerator * 10n ** BigInt(decimals)) / denominator).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}
