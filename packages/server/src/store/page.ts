/**
 * Keyset pages. One row more than asked is read, so that `hasMore` is known without counting. A cursor is an id
 * that was really returned: one this environment does not hold is refused, never answered with an empty page.
 */
export interface PageRequest {
  readonly after?: string;
  readonly limit: number;
}

export type PageRows<Row> =
  | { readonly ok: true; readonly rows: readonly Row[]; readonly hasMore: boolean }
  | { readonly ok: false; readonly error: 'unknown_cursor' }
  /** What it points at has been cleared away by age; the oldest that is left. */
  | { readonly ok: false; readonly error: 'expired_cursor'; readonly oldest: string };

export interface PageReader<Row> {
  rows(limit: number): Promise<readonly Row[]>;
  cursorExists(after: string): Promise<boolean>;
}

/** Where a newest-first page begins: below its cursor, or below everything. */
export function before(request: PageRequest): string {
  return request.after ?? ABOVE_EVERY_ID;
}

export async function readPage<Row>(request: PageRequest, reader: PageReader<Row>): Promise<PageRows<Row>> {
  const [rows, known] = await Promise.all([
    reader.rows(request.limit + 1),
    request.after === undefined ? true : reader.cursorExists(request.after),
  ]);
  if (!known) return { ok: false, error: 'unknown_cursor' };
  return { ok: true, rows: rows.slice(0, request.limit), hasMore: rows.length > request.limit };
}

/** The page of a list that is at hand whole, newest first. */
export function pageWithin<Row extends { readonly id: string }>(
  all: readonly Row[],
  { after, limit }: PageRequest,
): PageRows<Row> {
  const newest = all.toSorted((a, b) => (a.id > b.id ? -1 : 1));
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) return { ok: false, error: 'unknown_cursor' };
  return { ok: true, rows: newest.slice(from, from + limit), hasMore: newest.length > from + limit };
}

/** Sorts after every id: they are ASCII letters, digits and `_`. */
const ABOVE_EVERY_ID = '~';
