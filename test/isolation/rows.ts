/** What the database holds of a world: to see that nobody else changed it, and to know its ids when they turn up elsewhere. */
import type { Environment } from '../../packages/server/src/domain/environment.ts';
import type { TestStore } from '../../packages/server/src/testing/test-store.ts';

/** Every row of the environment, and of its organisation if that is wanted, as text, by the table. */
export async function rowsOf(
  store: TestStore,
  { id, organisationId }: Environment,
  withOrganisation: boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await store.asOwner<{ readonly name: string; readonly scope: string }>(
    `select c.relname as name, a.attname as scope from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'switchyard'::regnamespace and c.relkind in ('r', 'p')
       and a.attname in ('environment_id', 'organisation_id') order by 1, 2`,
  );
  const rows = new Map<string, readonly string[]>();
  for (const { name, scope } of columns) {
    if (scope === 'organisation_id' && !withOrganisation) continue;
    const found = await store.asOwner<{ readonly row: string }>(
      `select to_jsonb(t)::text as row from switchyard.${name} t where t.${scope} = $1 order by 1`,
      [scope === 'environment_id' ? id : organisationId],
      id,
      organisationId,
    );
    rows.set(
      `${name} by ${scope}`,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

const ID = /\b[a-z]{2,5}_[A-Za-z0-9]{22}\b/g;

export function idsIn(rows: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  return new Set([...rows.values()].flat().flatMap((row) => row.match(ID) ?? []));
}
