import { ids } from '../../examples/ids.ts';
import type { Contract } from '../schemas/contract.ts';
import type { PriceList } from '../schemas/price-list.ts';
import { manageIds } from './ids.ts';

const terms = {
  key: 'payments',
  basis: 'count',
  asset: 'iso4217:GBP',
  mode: 'retroactive',
  period: 'month',
  tiers: [
    { from: '0', fixed: '25', bps: 0 },
    { from: '10000', fixed: '19', bps: 0 },
  ],
  commitment: { value: '5000', tolerancePpm: 50_000 },
} as const satisfies Partial<Contract>;

export const contract = {
  id: manageIds.contract,
  object: 'contract',
  connection: ids.connection,
  ...terms,
  tiers: [...terms.tiers],
  inUse: true,
  usage: {
    periodStart: '2026-10-01T00:00:00.000Z',
    periodEnd: '2026-11-01T00:00:00.000Z',
    used: '1204',
    tier: 0,
    remaining: '8796',
    nextTierAt: '10000',
  },
  pacing: { expected: '1348', behind: true },
} as const satisfies Contract;

const prices = [
  { when: { operations: ['banking.pis.single'] }, fee: { asset: 'iso4217:GBP' }, contract: 'payments' },
  { fee: { asset: 'iso4217:GBP', fixed: '8', bps: 0 } },
] satisfies PriceList['prices'];

export const priceListSet = { prices, contracts: [terms] };

export const priceList: PriceList = {
  object: 'price_list',
  connection: ids.connection,
  key: 'truelayer-uk',
  rail: 'truelayer',
  prices,
  contracts: [contract],
};
