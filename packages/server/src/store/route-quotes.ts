import type { RouteQuote } from '@switchyard/contract';
import type { Channel } from '@switchyard/engine';
import type { Json } from '@switchyard/rail-kit';
import type { DeepReadonly } from '../domain/deep-readonly.ts';
import { jsonArray, textArray, timestampArray } from './binary-array.ts';
import type { Database, Statement, Transaction, Writer } from './database.ts';

/** A quote as it was answered, and what only we know of it. */
export interface StoredQuote {
  readonly quote: DeepReadonly<RouteQuote>;
  readonly channel: Channel;
  /** By the sequence of a leg that converts: what its provider holds the rate by. */
  readonly holds: Readonly<Record<string, Json>>;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

interface QuoteRow {
  readonly body: DeepReadonly<RouteQuote>;
  readonly channel: Channel;
  readonly holds: Readonly<Record<string, Json>>;
  readonly expires_at: Date;
  readonly created_at: Date;
}

const insertMany: Statement<never> = {
  name: 'route-quotes-insert',
  text: `insert into switchyard.route_quote (environment_id, id, digest, from_account_id, to_account_id, channel, body, holds,
      snapshot_digest, expires_at, created_at)
    select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[], $8::json[], $9::text[],
      $10::timestamptz[], $11::timestamptz[])`,
};

const COLUMNS = 'body, channel, holds, expires_at, created_at';

const selectById: Statement<QuoteRow> = {
  name: 'route-quote-by-id',
  text: `select ${COLUMNS} from switchyard.route_quote where environment_id = $1 and id = $2`,
};

/** Locked, so that two payments that want one quote take turns. */
const selectForPayment: Statement<QuoteRow> = {
  name: 'route-quote-for-payment',
  text: `select ${COLUMNS} from switchyard.route_quote where environment_id = $1 and id = $2 for update`,
};

const withdraw: Statement<{ readonly id: string }> = {
  name: 'route-quote-withdraw',
  text: `delete from switchyard.route_quote r where r.environment_id = $1 and r.expires_at > $2
      and not exists (select from switchyard.payment_intent p
        where p.environment_id = r.environment_id and p.quote_id = r.id)
    returning id`,
};

/** One statement for all of them: ten take the database a fifth less time than in a statement each. */
export function insertQuotes(writer: Writer, stored: readonly StoredQuote[]): void {
  if (stored.length === 0) return;
  const quotes = stored.map(({ quote }) => quote);
  writer.send(insertMany, [
    writer.environmentId,
    textArray(quotes.map(({ id }) => id)),
    textArray(quotes.map(({ digest }) => digest)),
    textArray(quotes.map(({ from }) => from)),
    textArray(quotes.map(({ to }) => to)),
    textArray(stored.map(({ channel }) => channel)),
    jsonArray(quotes.map((quote) => JSON.stringify(quote))),
    jsonArray(stored.map(({ holds }) => JSON.stringify(holds))),
    textArray(quotes.map(({ snapshot }) => snapshot)),
    timestampArray(stored.map(({ expiresAt }) => expiresAt)),
    timestampArray(stored.map(({ createdAt }) => createdAt)),
  ]);
}

/** A quote never changes; what only a lock can tell is whether it has been used. */
export async function findQuote(
  db: Database,
  environmentId: string,
  id: string,
): Promise<StoredQuote | undefined> {
  const [row] = await db.read(environmentId, selectById, [environmentId, id]);
  return row === undefined ? undefined : quoteOf(row);
}

export async function lockQuote(tx: Transaction, id: string): Promise<StoredQuote | undefined> {
  const [row] = await tx.query(selectForPayment, [tx.environmentId, id]);
  return row === undefined ? undefined : quoteOf(row);
}

/** Takes back those that could still be paid; answers how many. */
export async function withdrawQuotes(db: Database, environmentId: string, now: Date): Promise<number> {
  return db.transaction(environmentId, async (tx) => ({
    commit: true,
    value: (await tx.query(withdraw, [environmentId, now])).length,
  }));
}

function quoteOf({ body, channel, holds, expires_at, created_at }: QuoteRow): StoredQuote {
  return { quote: body, channel, holds, expiresAt: expires_at, createdAt: created_at };
}
