/** Samples of decisions and of whether anybody reported them, by the order of their ids, which is that of time. */
import { idAt } from '../domain/ids.ts';
import type { DecidedSample } from '../domain/silence.ts';
import type { Database, Statement } from './database.ts';

/** For each age the latest decisions that are older. What is silent is sent only where most is not. */
const selectSamples: Statement<DecidedSample> = {
  name: 'silences-sample',
  text: `select f.age_ms as "ageMs", d.rail, d.operation, count(*)::integer as decided,
      (count(*) filter (where d.reported))::integer as reported,
      case when 2 * count(*) filter (where d.reported) >= count(*) then coalesce(
        json_agg(json_build_object('createdMs', d.created_ms, 'request', d.request)) filter (where not d.reported), '[]')
        else '[]' end as silent
    from unnest($2::double precision[], $3::text[]) as f(age_ms, before)
    cross join lateral (
      select c.ranking -> 0 ->> 'rail' as rail, c.request ->> 'operation' as operation, c.request,
        floor(extract(epoch from c.created_at) * 1000) as created_ms,
        exists (select from switchyard.outcome o
          where o.environment_id = c.environment_id and o.decision_id = c.id) as reported
      from switchyard.decision c
      where c.environment_id = $1 and c.id < f.before and c.id >= $4 order by c.id desc limit $5
    ) d
    where d.rail is not null group by 1, 2, 3`,
};

const DAYS_MAX = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const DECISIONS_PER_AGE_MAX = 500;
const AGES_MAX = 20;

export async function sampleSilences(
  db: Database,
  environmentId: string,
  agesMs: readonly number[],
  nowMs: number,
): Promise<readonly DecidedSample[]> {
  const ages = agesMs.slice(0, AGES_MAX);
  if (ages.length === 0) return [];
  const before = ages.map((ageMs) => idAt('dec_', nowMs - ageMs));
  const since = idAt('dec_', nowMs - DAYS_MAX * DAY_MS);
  return db.read(environmentId, selectSamples, [environmentId, ages, before, since, DECISIONS_PER_AGE_MAX]);
}
