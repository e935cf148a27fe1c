import type { RouteQuote } from '@switchyard/contract';
import type { Channel } from '@switchyard/engine';
import type { Json } from '@switchyard/rail-kit';
import type { DeepReadonly } from '../domain/deep-readonly.ts';
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

const insert: Statement<never> = {
  name: 'route-quote-insert',
  text: `insert into switchyard.route_quote (environment_id, id, digest, from_account_id, to_account_id, channel, body, holds,
      snapshot_digest, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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

export function insertQuote(
  writer: Writer,
  { quote, channel, holds, expiresAt, createdAt }: StoredQuote,
): void {
  writer.send(insert, [
    writer.environmentId,
    quote.id,
    quote.digest,
    quote.from,
    quote.to,
    channel,
    JSON.stringify(quote),
    JSON.stringify(holds),
    quote.snapshot,
    expiresAt,
    createdAt,
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
