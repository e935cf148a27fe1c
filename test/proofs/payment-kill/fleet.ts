/**
 * Three API nodes and two workers that are struck again and again. A node that is killed is replaced by a new one; one that is
 * stopped wakes up when its leases are long over, and believes that no time has passed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS } from '../../../packages/server/src/store/jobs.ts';
import type { Random } from '../../harness/random.ts';
import type { Cluster, Node } from '../../harness/start-nodes.ts';

export interface Fleet {
  /** Kills or stops a node; answers what it did. */
  strike(random: Random): Promise<'killed' | 'stopped'>;
  /** Waits until every node is up and awake. */
  whole(): Promise<void>;
}

interface Place {
  readonly role: 'api' | 'worker';
  node: Node;
  state: 'up' | 'stopped' | 'starting';
}

const ROLES = ['api', 'api', 'api', 'worker', 'worker'] as const;
const STOPPED_AT_ONCE_MAX = 2;
const STOP_CHANCE = 0.25;
const POLL_MS = 20;

export async function openFleet(cluster: Cluster): Promise<Fleet> {
  const nodes = await Promise.all(ROLES.map((role) => cluster.startNode(role)));
  const places = nodes.map((node, at): Place => ({ role: ROLES[at] ?? 'api', node, state: 'up' }));
  const errors: unknown[] = [];

  /** Somebody must be left to answer; workers may all be gone for a while. */
  function victims(): readonly Place[] {
    const up = places.filter(({ state }) => state === 'up');
    const lastApi = up.filter(({ role }) => role === 'api').length === 1;
    return up.filter(({ role }) => role === 'worker' || !lastApi);
  }

  function failIfBroken(): void {
    if (errors.length > 0)
      throw new AggregateError(errors, `A node could not be replaced: ${errors.join('; ')}`);
  }

  async function replace(place: Place): Promise<void> {
    cluster.balancer.remove(place.node.baseUrl);
    place.state = 'starting';
    await place.node.kill();
    place.node = await cluster.startNode(place.role);
    place.state = 'up';
  }

  async function pause(place: Place, ms: number): Promise<void> {
    place.state = 'stopped';
    place.node.signal('SIGSTOP');
    await sleep(ms);
    place.node.signal('SIGCONT');
    place.state = 'up';
  }

  return {
    async strike(random) {
      while (victims().length === 0 && errors.length === 0) await sleep(POLL_MS);
      failIfBroken();
      const place = random.pick(victims());
      const stopped = places.filter(({ state }) => state === 'stopped').length;
      const isStop = random.chance(STOP_CHANCE) && stopped < STOPPED_AT_ONCE_MAX;
      const work = isStop ? pause(place, LEASE_MS + random.between(500, 5_000)) : replace(place);
      work.catch((error: unknown) => errors.push(error));
      return isStop ? 'stopped' : 'killed';
    },
    async whole() {
      while (places.some(({ state }) => state !== 'up') && errors.length === 0) await sleep(POLL_MS);
      failIfBroken();
    },
  };
}
