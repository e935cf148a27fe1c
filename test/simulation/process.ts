/**
 * A process of the service. At every step it takes (a round trip to the database, an exchange with a provider) it may die, stop
 * for longer than a lease, or find that its clock has jumped. A dead process never goes on: its promises are never kept.
 */
import type { Faults } from './faults.ts';
import type { World } from './world.ts';

export interface Process {
  readonly name: string;
  /** By the process's own clock. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  idle(ms: number, dueMs: () => number): Promise<void>;
  /** Named, so that a process can be made to die exactly here. */
  step(point: string): Promise<void>;
  strikes(fault: keyof Faults): boolean;
  onDeath(action: () => void): void;
  die(): void;
  readonly isAlive: boolean;
  readonly hasPaused: boolean;
}

/** Told at every step: true when the process shall die there. */
export type CrashPlan = (process: string, point: string) => boolean;

const LATENCY_MS_MAX = 8;
const PAUSE_MS_MAX = 90_000;
const CLOCK_JUMP_MS_MAX = 60_000;

export function startProcess(
  world: World,
  name: string,
  faultsNow: () => Faults,
  diesAt: CrashPlan,
): Process {
  const { random } = world;
  const last: (() => void)[] = [];
  let isAlive = true;
  let hasPaused = false;
  let skewMs = 0;

  /** Kept only while the process lives. */
  const alive = (wait: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      wait.then(() => {
        if (isAlive) resolve();
      });
    });

  const process: Process = {
    name,
    nowMs: () => world.nowMs() + (faultsNow().clockJump === 0 ? 0 : skewMs),
    sleep: (ms) => alive(world.sleep(ms)),
    idle: (ms, dueMs) => alive(world.idle(ms, () => (isAlive ? dueMs() : Number.POSITIVE_INFINITY))),
    async step(point) {
      if (diesAt(name, point) || process.strikes('crash')) {
        world.trace(`${name} dies ${point}`);
        process.die();
        await new Promise<never>(() => undefined);
      }
      if (process.strikes('clockJump')) skewMs = random.between(-CLOCK_JUMP_MS_MAX, CLOCK_JUMP_MS_MAX);
      if (process.strikes('pause')) {
        hasPaused = true;
        const pauseMs = random.between(1_000, PAUSE_MS_MAX);
        world.trace(`${name} stops for ${pauseMs} ms ${point}`);
        await process.sleep(pauseMs);
      }
      await process.sleep(random.between(0, LATENCY_MS_MAX));
    },
    strikes: (fault) => faultsNow()[fault] > 0 && random.chance(faultsNow()[fault]),
    onDeath: (action) => void last.push(action),
    die() {
      isAlive = false;
      for (const action of last.splice(0)) action();
    },
    get isAlive() {
      return isAlive;
    },
    get hasPaused() {
      return hasPaused;
    },
  };
  return process;
}
