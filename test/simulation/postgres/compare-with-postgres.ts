import { simulate } from '../simulate.ts';
import { compareRest } from './compare-rest.ts';
import { replay } from './replay.ts';
import type { TwinDatabase } from './twin-database.ts';

export interface Compared {
  readonly statements: number;
  /** How many of them had to wait for somebody's lock. */
  readonly waits: number;
  readonly difference: string | undefined;
}

/** Lives one seed through over the simulated database, then does the same to Postgres. */
export async function compareWithPostgres(twin: TwinDatabase, seed: number): Promise<Compared> {
  const { tables, script } = await simulate(seed, { scripted: true });
  const actions = script?.actions ?? [];
  await twin.furnish(tables);
  const difference = (await replay(twin, actions)) ?? (await compareRest(twin, tables));
  const count = (kind: string) => actions.filter((action) => action.kind === kind).length;
  return { statements: count('speaks') + count('waits'), waits: count('waits'), difference };
}
