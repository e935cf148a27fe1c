/** The buckets of the rate limits, which all nodes share. */
import type { TokenGrant, TokenRequest } from '../domain/rate-tokens.ts';
import type { Database, Statement } from './database.ts';

const take: Statement<TokenGrant> = {
  name: 'rate-tokens-take',
  text: 'select granted, tokens from switchyard.take_rate_tokens($1, $2, $3, $4, $5) order by place',
};

const forget: Statement<{ readonly forgotten: string }> = {
  name: 'rate-buckets-forget',
  text: 'select switchyard.forget_rate_buckets($1) as forgotten',
};

/** One grant for each request, in the same order. */
export async function takeRateTokens(
  db: Database,
  requests: readonly TokenRequest[],
): Promise<readonly TokenGrant[]> {
  return db.call(take, [
    requests.map(({ name }) => name),
    requests.map(({ perSecond }) => perSecond),
    requests.map(({ burst }) => burst),
    requests.map(({ returned }) => returned),
    requests.map(({ wanted }) => wanted),
  ]);
}

export async function forgetRateBuckets(db: Database, unusedSince: Date): Promise<number> {
  const [row] = await db.call(forget, [unusedSince]);
  return Number(row?.forgotten ?? 0);
}
