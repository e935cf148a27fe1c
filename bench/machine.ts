/** What the machine was like while we measured: without it nobody can judge the spread. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  /** How much of all cores was at work before we began, from 0 to 1: other people's work. */
  readonly busyBefore: number;
  readonly load1: number;
}

const SAMPLE_MS = 500;
const QUIET_SAMPLE_MS = 200;
/** Below this share of busy cores the machine counts as ours. */
const QUIET_BELOW = 0.3;

export async function describeMachine(): Promise<Machine> {
  return {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cores: availableParallelism(),
    busyBefore: await busyFor(SAMPLE_MS),
    load1: loadavg()[0] ?? Number.NaN,
  };
}

/** Waits until others leave the machine alone, or until it has waited long enough. */
export async function waitUntilQuiet(waitMsMax: number): Promise<void> {
  const untilMs = performance.now() + waitMsMax;
  while (performance.now() < untilMs && (await busyFor(QUIET_SAMPLE_MS)) >= QUIET_BELOW);
}

/** The share of all cores at work during that time, from 0 to 1. */
async function busyFor(ms: number): Promise<number> {
  const before = cpuTimes();
  await sleep(ms);
  const after = cpuTimes();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

function cpuTimes(): { readonly idle: number; readonly total: number } {
  const sums = { idle: 0, total: 0 };
  for (const { times } of cpus()) {
    sums.idle += times.idle;
    sums.total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return sums;
}
