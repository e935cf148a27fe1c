/**
 * How soon a policy leaves a rail that fails, and how soon it comes back once the rail is sound again.
 *
 * Left means: of the next 20 payments that the incident concerns, at most 4 take the rail (exploring is not staying). Back means
 * that at least 10 do. A policy that was not on the rail to begin with is not timed, and neither is a return to a rail on which
 * not even the oracle goes back.
 */
import type { Run } from './simulate.ts';
import { concerns, type Incident, type Payment, type World } from './world.ts';

export interface Timing {
  readonly ms: number;
  /** False when it had not happened by the time nothing more could be seen: then it took at least that long. */
  readonly happened: boolean;
}

export interface Timings {
  readonly leaving: readonly Timing[];
  readonly returning: readonly Timing[];
}

const LOOKED_AT = 20;
const LEFT_AT_MOST = 4;
const BACK_AT_LEAST = 10;

export function timeIncidents(world: World, run: Run, oracle: Run): Timings {
  const leaving: Timing[] = [];
  const returning: Timing[] = [];
  for (const incident of world.incidents) {
    const concerned = world.payments.filter((payment) => concerns(incident, payment));
    if (!isOnRail(incident, before(concerned, incident), run)) continue;
    const left = timeLeaving(incident, concerned, run);
    leaving.push(left);
    const after = afterwards(world, incident, concerned);
    if (left.happened && isOnRail(incident, after, oracle))
      returning.push(timeReturning(incident, after, run));
  }
  return { leaving, returning };
}

function before(payments: readonly Payment[], { fromMs }: Incident): readonly Payment[] {
  return payments.filter(({ atMs }) => atMs < fromMs).slice(-LOOKED_AT);
}

/** From the end of the incident to the rail's next one, or to the end of the world. */
function afterwards(world: World, incident: Incident, payments: readonly Payment[]): readonly Payment[] {
  const next = world.incidents.find(({ rail, fromMs }) => rail === incident.rail && fromMs >= incident.toMs);
  const untilMs = next?.fromMs ?? Number.POSITIVE_INFINITY;
  return payments.filter(({ atMs }) => atMs >= incident.toMs && atMs < untilMs);
}

/** At least half of them took it. */
function isOnRail({ rail }: Incident, payments: readonly Payment[], run: Run): boolean {
  return payments.length > 0 && 2 * countOn(rail, payments, run) >= payments.length;
}

function timeLeaving(incident: Incident, payments: readonly Payment[], run: Run): Timing {
  const { rail, fromMs, toMs } = incident;
  const during = payments.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const at = firstStretch(during, (stretch) => countOn(rail, stretch, run) <= LEFT_AT_MOST);
  return at === undefined ? { ms: toMs - fromMs, happened: false } : { ms: at - fromMs, happened: true };
}

function timeReturning({ rail, toMs }: Incident, payments: readonly Payment[], run: Run): Timing {
  const at = firstStretch(payments, (stretch) => countOn(rail, stretch, run) >= BACK_AT_LEAST);
  const endMs = payments.at(-1)?.atMs ?? toMs;
  return at === undefined ? { ms: endMs - toMs, happened: false } : { ms: at - toMs, happened: true };
}

/** When the first full stretch of payments begins of which this holds. */
function firstStretch(
  payments: readonly Payment[],
  holds: (stretch: readonly Payment[]) => boolean,
): number | undefined {
  for (let from = 0; from + LOOKED_AT <= payments.length; from += 1) {
    if (holds(payments.slice(from, from + LOOKED_AT))) return payments[from]?.atMs;
  }
  return undefined;
}

function countOn(rail: number, payments: readonly Payment[], run: Run): number {
  let count = 0;
  for (const { index } of payments) if (run.rails[index] === rail) count += 1;
  return count;
}
