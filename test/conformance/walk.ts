import assert from 'node:assert/strict';
import type { Account, Customer, Event, PaymentIntent } from '@switchyard/contract';
import type { Api, ApiAnswer } from '../harness/api.ts';
import { expectSuccess } from './expect.ts';
import { withQuery } from './fixtures.ts';

/** The lists that have pages, and what they hold. */
interface Listed {
  readonly 'customers.list': Customer;
  readonly 'accounts.list': Account;
  readonly 'events.list': Event;
  readonly 'paymentIntents.list': PaymentIntent;
}

export type ListName = keyof Listed;

interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly next?: string;
}

export interface WalkOptions {
  readonly limit: number;
  readonly after?: string;
  /** Done between one page and the next. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Every object of a list from a cursor to the end, checking on each page what holds for all pages. */
export async function walk<N extends ListName>(
  api: Api,
  name: N,
  path: string,
  { limit, after, meanwhile }: WalkOptions,
): Promise<readonly Listed[N][]> {
  const seen: Listed[N][] = [];
  const sized = withQuery(path, 'limit', String(limit));
  let cursor = after;
  for (;;) {
    const page = expectPage(
      name,
      await api(cursor === undefined ? sized : withQuery(sized, 'after', cursor)),
    );
    assert.ok(page.data.length <= limit, 'a page is never longer than its limit');
    assert.equal(page.next !== undefined, page.hasMore, 'next is there exactly when there is more');
    if (seen.length > 0) assert.notEqual(page.data.length, 0, 'where more was promised there is more');
    seen.push(...page.data);
    if (page.next === undefined) return seen;
    assert.equal(page.data.length, limit, 'a page with more behind it is full');
    assert.equal(page.next, page.data.at(-1)?.id, 'next is the last id of the page');
    cursor = page.next;
    await meanwhile?.();
  }
}

export function expectPage<N extends ListName>(name: N, answer: ApiAnswer): Page<Listed[N]> {
  // The contract's schema of each of these lists, just applied, is a page of the resource named beside it.
  return expectSuccess(name, answer) as unknown as Page<Listed[N]>;
}
