/**
 * A process of the service. At every step it takes (a round trip to the database, an exchange with a provider) it may die, stop
 * for longer than a lease (all of it, or the one thing it is at), or find that its clock has jumped. A dead process never goes on: its promises are never kept.
 */
import type { Faults } from './faults.ts';
import type { World } from './world.ts';

export interface Process {
  readonly name: string;
  /** By the process's own clock. */
  nowMs(): number;
  /** By one that nobody sets. */
  elapsedMs(): number;
  sleep(ms: number): Promise<void>;
  idle(ms: number, dueMs: () => number): Promise<void>;
  /** Named, so that a process can be made to die exactly here. */
  step(point: string): Promise<void>;
  strikes(fault: keyof Faults): boolean;
  /** Answers with what takes the wish back. */
  onDeath(action: () => void): () => void;
  die(): void;
  readonly isAlive: boolean;
  readonly hasPaused: boolean;
}

/** Told at every step: true when the process shall die there. */
export type CrashPlan = (process: string, point: string) => boolean;

const LATENCY_MS_MAX = 8;
const LATENCY_MS_WORST = 400;
const PAUSE_MS_MAX = 90_000;
const CLOCK_JUMP_MS_MAX = 60_000;

export function startProcess(
  world: World,
  name: string,
  faultsNow: () => Faults,
  diesAt: CrashPlan,
): Process {
  const { random } = world;
  const last = new Set<() => void>();
  let isAlive = true;
  let hasPaused = false;
  let skewMs = 0;
  let stoppedUntilMs = 0;

  /** Goes on unless the process has died, and not while it is stopped. */
  function goOn(resume: () => void): void {
    if (!isAlive) return;
    const waitMs = stoppedUntilMs - world.nowMs();
    if (waitMs > 0) world.after(waitMs, () => goOn(resume));
    else resume();
  }

  const process: Process = {
    name,
    nowMs: () => world.nowMs() + (faultsNow().clockJump === 0 ? 0 : skewMs),
    elapsedMs: world.nowMs,
    sleep: (ms) =>
      new Promise((resolve) => {
        world.after(ms, () => goOn(resolve));
      }),
    // One that has died has nothing due, so it is never woken.
    idle: (ms, dueMs) =>
      world.idle(ms, () => (isAlive ? Math.max(dueMs(), stoppedUntilMs) : Number.POSITIVE_INFINITY)),
    step(point) {
      if (diesAt(name, point) || process.strikes('crash')) {
        world.trace(`${name} dies ${point}`);
        process.die();
        return new Promise<never>(() => undefined);
      }
      if (process.strikes('clockJump')) {
        skewMs = random.between(-CLOCK_JUMP_MS_MAX, CLOCK_JUMP_MS_MAX);
        world.trace(`the clock of ${name} is ${skewMs} ms off`);
      }
      let waitMs = random.between(0, random.chance(0.08) ? LATENCY_MS_WORST : LATENCY_MS_MAX);
      if (process.strikes('pause')) {
        hasPaused = true;
        const pauseMs = random.between(1_000, PAUSE_MS_MAX);
        const isAll = random.chance(0.5);
        world.trace(`${isAll ? name : `one thing in ${name}`} stops for ${pauseMs} ms ${point}`);
        if (isAll) stoppedUntilMs = world.nowMs() + pauseMs;
        waitMs += pauseMs;
      }
      return process.sleep(waitMs);
    },
    strikes: (fault) => faultsNow()[fault] > 0 && random.chance(faultsNow()[fault]),
    onDeath(action) {
      last.add(action);
      return () => void last.delete(action);
    },
    die() {
      isAlive = false;
      for (const action of last) action();
      last.clear();
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
