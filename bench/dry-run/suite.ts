/**
 * How long it takes to try a policy on what has happened: `npm run bench -- dry-run [decisions]`. The decisions are asked for
 * over HTTP in part, for their requests, and then multiplied in the store; the run itself is the worker's own code.
 */
import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../../packages/server/src/development/seed-routing.ts';
import { insertDecisions } from '../../packages/server/src/store/decisions.ts';
import { claimJob, finishJob } from '../../packages/server/src/store/jobs.ts';
import { startTestServer } from '../../packages/server/src/testing/test-server.ts';
import { tryPolicy } from '../../packages/server/src/workflows/try-policy.ts';
import { sampleDecisions } from '../decide/sample-decisions.ts';
import { describeMachine } from '../machine.ts';

const DECISIONS = 100_000;
const INSERT_BATCH = 5_000;

export async function runDryRunSuite([asked]: readonly string[]): Promise<number> {
  const total = asked === undefined ? DECISIONS : Number(asked);
  if (!Number.isInteger(total) || total < 1 || total > DECISIONS) {
    console.error(`Say how many decisions, from 1 to ${DECISIONS}: npm run bench -- dry-run [decisions]`);
    return 1;
  }
  const machine = await describeMachine();
  const server = await startTestServer();
  try {
    const key = await server.newKey('test');
    const { environment, api } = key;
    const { db, newId } = server.store;
    await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, environment.id);
    const requests = sampleDecisions();
    const first = (await api('/v1/route_decisions', { body: requests[0] })).body;
    console.error(`Writing ${total} decisions …`);
    for (let from = 0; from < total; from += INSERT_BATCH) {
      await db.transaction(environment.id, async (tx) => {
        const count = Math.min(INSERT_BATCH, total - from);
        const decisions = Array.from({ length: count }, (_, at) => {
          const request = requests[(from + at) % requests.length] ?? requests[0];
          if (request === undefined) throw new Error('There are no sample requests');
          return {
            id: newId('dec_'),
            request,
            ranking: [],
            snapshotDigest: first.snapshot,
            createdAt: new Date(),
          };
        });
        insertDecisions(tx, decisions);
        return { commit: true, value: undefined };
      });
    }
    const owner = (await server.newManager(environment.organisationId)).api;
    const path = `/manage/v1/environments/${environment.id}`;
    const [active] = (await owner(`${path}/policies`)).body.data;
    const policy = { ...active.policy, preference: 'fastest' };
    const draft = (await owner(`${path}/policies`, { body: { policy } })).body;
    const created = await owner(`${path}/policies/${draft.version}/dry_runs`, { body: { decisions: total } });
    const job = { environmentId: environment.id, kind: 'policy.try', subjectId: created.body.id } as const;
    const startedMs = performance.now();
    const startedUs = process.cpuUsage().user;
    let run = created.body;
    while (run.status === 'running') {
      const lease = await claimJob(db, job);
      if (lease === undefined) throw new Error('The run has no job');
      await finishJob(db, lease, await tryPolicy(server.workflows, lease));
      run = (await owner(`${path}/dry_runs/${run.id}`)).body;
      console.error(`${run.progress.done} of ${run.progress.total}`);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const processorSeconds = (process.cpuUsage().user - startedUs) / 1_000_000;
    console.log(
      [
        `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores, ${Math.round(machine.busyBefore * 100)} % busy before the start.`,
        `${run.progress.done} decisions were made twice in ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor time), over ${run.decisions.changed} of which the policy would have gone another way.`,
      ].join('\n'),
    );
    return 0;
  } finally {
    await server.stop();
  }
}
