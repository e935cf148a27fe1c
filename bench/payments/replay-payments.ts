/** pgbench as what our payments are compared with: the same statements in the same order, with new ids for every payment. */
import type { Cluster } from '../../test/harness/start-nodes.ts';
import type { Pgbench } from '../database/pgbench.ts';
import { type PgbenchScript, pgbenchScript } from '../database/pgbench-script.ts';
import { countIds } from '../database/varying-ids.ts';
import type { RecordedPayment } from './record-payment.ts';

export interface Replay {
  script(style: 'plain' | 'pipelined'): PgbenchScript;
  /** How many payments it has brought to their end so far. */
  succeeded(): Promise<number>;
  /** A worker must not find the jobs of payments that nobody can open. */
  clearJobs(): Promise<void>;
}

/** Where the numbers begin that stand for ids, and how far apart runs keep, so that no number is made twice. */
const FIRST_ID = 2_000_000_000_000_000_000n;
const IDS_PER_RUN = 1_000_000_000_000n;
/** Ours have letters, and are longer. */
const REPLAYED = '^pi_[0-9]{19}$';

const COUNT = {
  name: 'bench-count-replayed',
  text: `select count(*)::integer as n from switchyard.payment_intent
    where environment_id = $1 and id ~ '${REPLAYED}' and status = 'succeeded'`,
};

export function createReplay(cluster: Cluster, recorded: RecordedPayment): Replay {
  const { statements, varying, types } = recorded;
  let runs = 0n;
  return {
    script(style) {
      const base = FIRST_ID + runs * IDS_PER_RUN;
      runs += 1n;
      const setup = countIds(varying);
      const { text, variables } = pgbenchScript({ statements, varying, types, setup, style });
      return { text, variables: { ...variables, base: String(base), made: '0' } };
    },
    async succeeded() {
      const { id } = cluster.environments.test;
      // The statement counts, and a count is one row with that name.
      const [row] = (await cluster.db.read(id, COUNT, [id])) as readonly { readonly n: number }[];
      return row?.n ?? 0;
    },
    async clearJobs() {
      await cluster.lookAt(`delete from switchyard.job where subject_id ~ '${REPLAYED}'`);
    },
  };
}

/** Throws unless what is replayed are payments that come to their end. */
export async function checkReplay(pgbench: Pgbench, replay: Replay): Promise<void> {
  for (const style of ['plain', 'pipelined'] as const) {
    const before = await replay.succeeded();
    await pgbench.repeat(replay.script(style), 3, 2);
    const made = (await replay.succeeded()) - before;
    if (made !== 6) throw new Error(`Of 6 payments replayed (${style}) ${made} succeeded`);
  }
  await replay.clearJobs();
}
