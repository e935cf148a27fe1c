/**
 * Three nodes behind a load balancer are replaced one after the other while clients call, as in any release, and nobody notices: no
 * call fails, but for connections that were reset and were simply made again. And a node of any other version could stand
 * beside them, since none of them holds anything that matters.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../../harness/api.ts';
import { createRandom } from '../../harness/random.ts';
import { type Cluster, type Node, startCluster } from '../../harness/start-nodes.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { startCallers } from './callers.ts';
import { type Front, openFront } from './front.ts';

export const nodes: Proof = {
  name: 'nodes',
  claim: 'three nodes behind a load balancer are replaced one after the other under load, and no call fails',
  unit: 'restarts',
  scaleShort: 3,
  scaleLong: 30,
  async run(options) {
    const findings = createFindings();
    const cluster = await startCluster();
    const front = await openFront(cluster.balancer);
    try {
      const facts = await restartInTurn(cluster, front, options, findings);
      return { failures: findings.list(), facts: { 'in front': front.name, ...facts } };
    } finally {
      await front.stop();
      await cluster.stop();
    }
  },
};

const NODES = 3;
const CALLERS = 6;
/** Between two restarts, so that the load settles on all nodes again. */
const PAUSE_MS = 500;

async function restartInTurn(
  cluster: Cluster,
  front: Front,
  { seed, scale, onProgress }: ProofOptions,
  findings: Findings,
): Promise<Verdict['facts']> {
  const running: Node[] = await Promise.all(Array.from({ length: NODES }, () => cluster.startNode('all')));
  await front.show(running);
  const api = createApi(front.url, cluster.keys.test);
  const callers = startCallers({ api, count: CALLERS, random: createRandom(seed), findings });
  try {
    for (let restart = 1; restart <= scale; restart += 1) {
      const at = restart % NODES;
      const old = running[at];
      const fresh = await cluster.startNode('all');
      running[at] = fresh;
      await front.show(old === undefined ? running : [...running, old]);
      const code = await old?.stop();
      if (code !== 0) findings.add('a node did not end well', `code ${code}: ${old?.output().slice(-500)}`);
      await front.show(running);
      onProgress(`restart ${restart} of ${scale}: ${callers.made()} calls, ${callers.repeated()} made again`);
      await sleep(PAUSE_MS);
    }
  } finally {
    await callers.finish();
  }
  await callers.verify();
  if (callers.made() < scale * CALLERS) findings.add('there was hardly any load', `${callers.made()} calls`);
  return {
    restarts: scale,
    calls: callers.made(),
    'connections made again': callers.repeated(),
    'longest call (ms)': callers.longestMs(),
  };
}
