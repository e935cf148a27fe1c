/** Two people, and the connections between them: state what matters, the rest is plain. */
import {
  EUR,
  GBP,
  sampleConnection,
  samplePolicy,
  samplePrice,
  sampleRail,
  sampleSnapshot,
} from '../../decide/testing/sample-snapshot.ts';
import type { Snapshot, SnapshotConnection, SnapshotRail } from '../../snapshot.ts';
import type { FetchedFxQuote, RouteEnd, RouteRequest, WantedFxQuote } from '../route-request.ts';
import { SETTLEMENT_CALENDARS } from '../settlement-calendars.ts';

export const USDC = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

export function sampleEnd(account: string, change: Partial<RouteEnd> = {}): RouteEnd {
  return { account, country: 'DE', scheme: 'iban', assets: [EUR], links: [], ...change };
}

export const BRITON = sampleEnd('acct_briton00', { country: 'GB', scheme: 'gb-scan', assets: [GBP] });
export const GERMAN = sampleEnd('acct_german00');

export function sampleRouteRequest(change: Partial<RouteRequest> = {}): RouteRequest {
  return {
    from: sampleEnd('acct_payer000'),
    to: sampleEnd('acct_payee000', { country: 'FR' }),
    amount: { value: '10000', asset: EUR },
    channel: 'web',
    ...change,
  };
}

/** A rail with its one connection. */
export interface Connected {
  readonly rail: SnapshotRail;
  readonly connection: SnapshotConnection;
}

/** Pays from accounts in the EU and the UK. */
export function initiator(id: string, change: Partial<SnapshotConnection> = {}): Connected {
  return {
    rail: sampleRail(id, {
      schemes: ['iban', 'gb-scan'],
      custody: ['payer-own-account'],
      capabilities: [{ id: 'banking.pis.single', countries: ['DE', 'FR', 'GB'] }],
    }),
    connection: sampleConnection(id, {
      mode: 'route',
      payment: {
        schemes: ['sepa-sct', 'sepa-sct-inst', 'gb-fps'],
        finality: 'accepted',
        referenceMax: 35,
      },
      ...change,
    }),
  };
}

/** Collects pounds and euros, converts, and pays out. */
export function transit(id: string, change: Partial<SnapshotConnection> = {}): Connected {
  return {
    rail: sampleRail(id, {
      kind: 'bank-api',
      schemes: ['iban', 'gb-scan'],
      custody: ['provider-transit'],
      capabilities: [
        { id: 'banking.payouts', countries: [] },
        { id: 'money.fx', countries: [] },
        { id: 'money.cross-border', countries: [] },
      ],
    }),
    connection: sampleConnection(id, {
      mode: 'route',
      transit: { assets: [GBP, EUR], schemes: ['gb-fps', 'sepa-sct-inst'] },
      fx: { assets: [GBP, EUR] },
      payout: { assets: [GBP, EUR], schemes: ['gb-fps', 'sepa-sct', 'sepa-sct-inst'], referenceMax: 18 },
      ...change,
    }),
  };
}

/** Sends tokens from a wallet. */
export function wallet(id: string, change: Partial<SnapshotConnection> = {}): Connected {
  return {
    rail: sampleRail(id, {
      kind: 'on-chain',
      schemes: ['eth'],
      custody: ['payer-own-account'],
      capabilities: [],
    }),
    connection: sampleConnection(id, { mode: 'route', onChain: { assets: [USDC] }, ...change }),
  };
}

/** Every rail costs 0.20 EUR, a pound is 1.25 euros, and calendars are the real ones. */
export function sampleNetwork(connected: readonly Connected[], change: Partial<Snapshot> = {}): Snapshot {
  return sampleSnapshot({
    rails: connected.map(({ rail }) => rail),
    connections: connected.map(({ connection }) => connection),
    prices: connected.map(({ rail }) => samplePrice(rail.id, 20)),
    fx: [{ from: GBP, to: EUR, numerator: '5', denominator: '4', asOf: '2026-10-08T00:00:00.000Z' }],
    calendars: SETTLEMENT_CALENDARS,
    policy: samplePolicy(),
    ...change,
  });
}

/** An honest provider: a fee of 0.50 in the sent asset, then the rate, rounded its own way. */
export function answerAt(
  wanted: WantedFxQuote,
  rate: { readonly text: string; readonly numerator: bigint; readonly denominator: bigint },
  change: Partial<FetchedFxQuote> = {},
): FetchedFxQuote {
  const { key, fixed, amount, otherAsset } = wanted;
  const value = BigInt(amount.value);
  const fee = 50n;
  const { numerator, denominator } = rate;
  const [send, receive] =
    fixed === 'send'
      ? [value, ((value - fee) * numerator) / denominator]
      : [(value * denominator + numerator - 1n) / numerator + fee, value];
  const [sendAsset, receiveAsset] =
    fixed === 'send' ? [amount.asset, otherAsset] : [otherAsset, amount.asset];
  return {
    key,
    send: { value: send.toString(), asset: sendAsset },
    receive: { value: receive.toString(), asset: receiveAsset },
    fee: { value: fee.toString(), asset: sendAsset },
    rate: rate.text,
    ref: `ref of ${key}`,
    ...change,
  };
}

export const POUND_IN_EUROS = { text: '1.24', numerator: 124n, denominator: 100n };
