/** What each session of the proof is to go through: which rail, which bank, and what its person does. */
import type { Random } from '../../harness/random.ts';

export interface LinkPlan {
  readonly number: number;
  /** Undefined: the policy picks. */
  readonly rail: string | undefined;
  readonly country: string;
  readonly channel: 'web' | 'native';
  /** Part of the bank's name; undefined where the person says it at the provider. */
  readonly bank: string | undefined;
  /** What is said at the provider's own page of banks. */
  readonly chosen: string | undefined;
  readonly person: Person;
  /** Sessions with the same number are one customer's. */
  readonly customer: number;
}

export type Person =
  /** Agrees, and comes back. */
  | 'approves'
  /** Agrees, and comes back in two tabs at once. */
  | 'approves_twice'
  /** Agrees, and closes the tab; where only the browser knows the way back, opens it again later. */
  | 'wanders_off'
  | 'declines'
  /** Declines, and closes the tab. */
  | 'declines_and_leaves';

interface Way {
  readonly rail: string | undefined;
  readonly country: string;
  readonly channel?: 'native';
  readonly banks: readonly (string | undefined)[];
  readonly chosen?: string;
}

export const BANKS_OF_ENDINGS = {
  declines: 'Test Bank that declines',
  noAccounts: 'Test Bank without accounts',
  expires: 'Test Bank whose consents expire',
  revokes: 'Test Bank whose consents are revoked',
} as const;

const { declines, noAccounts, expires, revokes } = BANKS_OF_ENDINGS;

const WAYS: readonly Way[] = [
  { rail: 'truelayer', country: 'GB', banks: ['Monzo', 'Barclays', declines, noAccounts, expires] },
  { rail: 'truelayer', country: 'GB', banks: [undefined], chosen: 'Starling Bank' },
  {
    rail: 'plaid',
    country: 'US',
    banks: ['JPMorgan Chase', 'Citibank', declines, noAccounts, revokes, expires],
  },
  { rail: 'plaid', country: 'GB', banks: ['Monzo', 'Barclays'] },
  { rail: 'plaid', country: 'US', channel: 'native', banks: [undefined], chosen: 'Wells Fargo' },
  { rail: 'enable-banking', country: 'FI', banks: ['Nordea Finland'] },
  { rail: 'enable-banking', country: 'DE', banks: ['Commerzbank', declines, noAccounts, expires] },
  { rail: 'berlin-group-xs2a', country: 'DE', banks: ['Deutsche Bank', undefined] },
  { rail: undefined, country: 'GB', banks: ['Monzo', 'HSBC UK'] },
  { rail: undefined, country: 'DE', banks: ['Deutsche Bank', 'Commerzbank'] },
];

const PEOPLE: readonly Person[] = [
  ...Array<Person>(6).fill('approves'),
  'approves_twice',
  'wanders_off',
  'wanders_off',
  'declines',
  'declines_and_leaves',
];

/** Of the sessions, how many belong to somebody who has another one under way. */
const SAME_CUSTOMER = 0.15;

export function planLinks(random: Random, count: number): readonly LinkPlan[] {
  const plans: LinkPlan[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = plans.at(-1);
    // The same person, the same bank, at the same time.
    if (before?.person.startsWith('approves') && random.chance(SAME_CUSTOMER)) {
      plans.push({ ...before, number });
      continue;
    }
    const way = random.pick(WAYS);
    plans.push({
      number,
      rail: way.rail,
      country: way.country,
      channel: way.channel ?? 'web',
      bank: random.pick(way.banks),
      chosen: way.chosen,
      person: random.pick(PEOPLE),
      customer: number,
    });
  }
  return plans;
}
