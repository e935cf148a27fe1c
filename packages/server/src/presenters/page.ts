import { invariant, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import type { PageRows } from '../store/page.ts';

export interface Page<T> {
  data: T[];
  hasMore: boolean;
  next?: string;
}

/** `next` is there exactly when there is more, and is the last id of the page. */
export function presentPage<Row extends { readonly id: string }, T>(
  page: PageRows<Row>,
  present: (row: Row) => T,
): Result<Page<T>, Failure> {
  if (!page.ok) {
    return page.error === 'expired_cursor'
      ? fail('invalid_request', 'cursor.expired', { param: 'after', vars: { oldest: page.oldest } })
      : fail('invalid_request', 'cursor.unknown', { param: 'after' });
  }
  const data = page.rows.map(present);
  if (!page.hasMore) return { ok: true, value: { data, hasMore: false } };
  const last = page.rows.at(-1);
  invariant(last !== undefined, 'a page with more behind it is not empty');
  return { ok: true, value: { data, hasMore: true, next: last.id } };
}
