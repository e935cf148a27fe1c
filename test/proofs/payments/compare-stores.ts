import { compareWithPostgres } from '../../simulation/postgres/compare-with-postgres.ts';
import { startTwinDatabase } from '../../simulation/postgres/twin-database.ts';
import type { Findings } from '../findings.ts';
import type { ProofOptions } from '../proof.ts';
import { isLong } from './is-long.ts';

const SEEDS_IN_SHORT = 8;
const SEEDS_IN_LONG = 500;

/** The simulated database does what our SQL does on Postgres, so what is proved over the one holds over the other. */
export async function compareStores(options: ProofOptions, findings: Findings) {
  const { seed: first, onProgress } = options;
  const seeds = isLong(options) ? SEEDS_IN_LONG : SEEDS_IN_SHORT;
  const twin = await startTwinDatabase();
  let statements = 0;
  let waits = 0;
  try {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const compared = await compareWithPostgres(twin, seed);
      statements += compared.statements;
      waits += compared.waits;
      if (compared.difference !== undefined) findings.add(compared.difference, `seed ${seed}`);
      if ((seed - first + 1) % 50 === 0) onProgress(`${seed - first + 1} of ${seeds} seeds on Postgres`);
    }
  } finally {
    await twin.stop();
  }
  return { 'seeds on Postgres': seeds, 'statements compared': statements, 'waits for locks compared': waits };
}
