/**
 * Time, chance and the order of things, all from one seed. Whatever would take time in the real world is an event here; one
 * event happens at a time, and everything that follows from it at once has happened before the next. So a seed always tells
 * the same story, which `traceHash` proves.
 */
import { createHash } from 'node:crypto';
import { createRandom, type Random } from '../harness/random.ts';
import { createEventQueue } from './event-queue.ts';

export interface World {
  readonly random: Random;
  nowMs(): number;
  /** Does something later. */
  after(delayMs: number, action: () => void): void;
  sleep(ms: number): Promise<void>;
  /** Looks every so often, but looks that would find nothing due are left out. */
  idle(ms: number, dueMs: () => number): Promise<void>;
  trace(line: string): void;
  traceHash(): string;
  /** Ends at that time, or when nothing is left that could happen, or when something is known to be wrong. */
  run(untilMs: number): Promise<void>;
  /** Something that must never be. */
  violation(what: string): void;
  readonly violations: readonly string[];
  /** The last lines, for a reader of a failure. */
  lastLines(): readonly string[];
}

const STARTED_MS = Date.UTC(2026, 9, 8);
const LINES_KEPT = 400;
/** More would be a loop of ours. */
const STEPS_MAX = 60_000;

export function createWorld(seed: number): World {
  const random = createRandom(seed);
  const queue = createEventQueue();
  const idlers = new Set<Idler>();
  const hash = createHash('sha256');
  const violations: string[] = [];
  const lines: string[] = [];
  let nowMs = STARTED_MS;
  let steps = 0;

  function nextIdler(): { readonly idler: Idler; readonly atMs: number } | undefined {
    let next: { readonly idler: Idler; readonly atMs: number } | undefined;
    for (const idler of idlers) {
      const atMs = Math.max(lookMs(idler), nowMs);
      if (Number.isFinite(atMs) && (next === undefined || atMs < next.atMs)) next = { idler, atMs };
    }
    return next;
  }

  function takeNext(untilMs: number): (() => void) | undefined {
    const idle = nextIdler();
    const eventMs = queue.nextMs();
    const atMs = Math.min(eventMs, idle?.atMs ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(atMs) || atMs > untilMs) return undefined;
    nowMs = Math.max(nowMs, atMs);
    if (eventMs <= atMs) return queue.take();
    if (idle !== undefined) idlers.delete(idle.idler);
    return idle?.idler.wake;
  }

  const world: World = {
    random,
    nowMs: () => nowMs,
    after: (delayMs, action) => queue.add(nowMs + Math.max(0, Math.round(delayMs)), action),
    sleep: (ms) => new Promise((resolve) => world.after(ms, resolve)),
    idle: (ms, dueMs) =>
      new Promise((resolve) => idlers.add({ earliestMs: nowMs + ms, everyMs: ms, dueMs, wake: resolve })),
    trace(line) {
      const text = `${((nowMs - STARTED_MS) / 1000).toFixed(3)} ${line}`;
      lines.push(text);
      if (lines.length > LINES_KEPT * 2) {
        const told = lines.splice(0, LINES_KEPT);
        hash.update(`${told.join('\n')}\n`);
      }
    },
    traceHash: () => hash.copy().update(lines.join('\n')).digest('hex'),
    run: (untilMs) =>
      new Promise((resolve) => {
        const turn = () => {
          const action = violations.length === 0 ? takeNext(untilMs) : undefined;
          if (action === undefined) {
            if (violations.length === 0) nowMs = Math.max(nowMs, untilMs);
            resolve();
            return;
          }
          steps += 1;
          if (steps > STEPS_MAX) world.violation('it goes on and on');
          action();
          afterAllThatFollows(turn);
        };
        // From within a promise, wherever this is called from: elsewhere ticks come before promises.
        void NOW.then(() => afterAllThatFollows(turn));
      }),
    violation(what) {
      world.trace(`VIOLATION ${what}`);
      violations.push(what);
    },
    violations,
    lastLines: () => lines.slice(-LINES_KEPT),
  };
  return world;
}

interface Idler {
  readonly earliestMs: number;
  readonly everyMs: number;
  readonly dueMs: () => number;
  readonly wake: () => void;
}

/** The first look at or after what is due: who looks at other moments may have taken it by then. */
function lookMs({ earliestMs, everyMs, dueMs }: Idler): number {
  const lateMs = dueMs() - earliestMs;
  return lateMs <= 0 ? earliestMs : earliestMs + Math.ceil(lateMs / everyMs) * everyMs;
}

const NOW = Promise.resolve();

/**
 * No real input or output is under way, so what follows from an event is a chain of promises; a tick comes when it has ended. The
 * next event happens in a promise again, because several ticks in a row would not let promises in between.
 */
function afterAllThatFollows(next: () => void): void {
  process.nextTick(() => NOW.then(next));
}
