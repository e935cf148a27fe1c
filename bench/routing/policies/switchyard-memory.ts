/** What the service would have in its tables: cells by rail and place, latencies by rail, and what is still pending. */
import {
  addLatency,
  type CellChain,
  EMPTY_LATENCY_SKETCH,
  type LatencySketch,
  observe,
  quantileMs,
  type ReliabilityCell,
  type ReliabilityPolicy,
  withLatePending,
} from '@switchyard/engine';
import type { Feedback } from '../policy.ts';
import type { Payment, World } from '../world.ts';
import { OPERATION } from './switchyard-snapshot.ts';

export interface Learnt {
  readonly reliability: readonly ReliabilityCell[];
  readonly latency: ReadonlyMap<string, LatencySketch>;
}

export interface SwitchyardMemory {
  readonly sent: (payment: Payment, rail: number) => void;
  readonly learn: (feedback: Feedback) => void;
  /** What a snapshot cut at this moment says. */
  readonly at: (nowMs: number) => Learnt;
}

/** Latencies are remembered longer than outcomes: they change less, and a p99 needs many. */
const LATENCY_HALF_LIFE_MS = 6 * 3_600_000;

export function createMemory({ rails }: World, policy: ReliabilityPolicy): SwitchyardMemory {
  const cells = new Map<string, ReliabilityCell>();
  const sketches = new Map<string, LatencySketch>();
  const pending = new Map<number, { readonly rail: string; readonly payment: Payment }>();
  return {
    sent: (payment, rail) => {
      pending.set(payment.index, { rail: idOf(rail), payment });
    },
    learn: ({ payment, rail, succeeded, latencyMs, reportedAtMs }) => {
      pending.delete(payment.index);
      const id = idOf(rail);
      const sketch = sketches.get(id) ?? EMPTY_LATENCY_SKETCH;
      sketches.set(id, addLatency(sketch, latencyMs, reportedAtMs, LATENCY_HALF_LIFE_MS));
      const { country, institution } = payment;
      const keys = keysOf(id, payment);
      const chain: CellChain = {
        operation: cells.get(keys.operation),
        country: cells.get(keys.country),
        institution: cells.get(keys.institution),
      };
      const observation = {
        rail: id,
        operation: OPERATION,
        country,
        institution,
        attribution: succeeded ? 'success' : 'failure',
        atMs: reportedAtMs,
      } as const;
      const observed = observe(chain, observation, policy).cells;
      if (observed.operation !== undefined) cells.set(keys.operation, observed.operation);
      if (observed.country !== undefined) cells.set(keys.country, observed.country);
      if (observed.institution !== undefined) cells.set(keys.institution, observed.institution);
    },
    at: (nowMs) => ({ reliability: [...withSilence(nowMs).values()], latency: sketches }),
  };

  function idOf(rail: number): string {
    return rails[rail]?.id ?? '';
  }

  /** Each cell with the silence that falls within it. */
  function withSilence(nowMs: number): ReadonlyMap<string, ReliabilityCell> {
    const silent = agesByCell(nowMs);
    if (silent.size === 0) return cells;
    const shown = new Map(cells);
    for (const [key, { p99Ms, agesMs }] of silent) {
      const cell = shown.get(key);
      if (cell !== undefined)
        shown.set(key, withLatePending(cell, { agesMs, p99Ms }, nowMs, policy.halfLifeMs));
    }
    return shown;
  }

  function agesByCell(
    nowMs: number,
  ): ReadonlyMap<string, { readonly p99Ms: number; readonly agesMs: number[] }> {
    const p99s = new Map<string, number | undefined>();
    const ages = new Map<string, { readonly p99Ms: number; readonly agesMs: number[] }>();
    for (const { rail, payment } of pending.values()) {
      if (!p99s.has(rail)) p99s.set(rail, quantileMs(sketches.get(rail) ?? EMPTY_LATENCY_SKETCH, 990_000));
      const p99Ms = p99s.get(rail);
      const ageMs = nowMs - payment.atMs;
      if (p99Ms === undefined || ageMs <= p99Ms) continue;
      for (const key of Object.values(keysOf(rail, payment))) {
        const entry = ages.get(key) ?? { p99Ms, agesMs: [] };
        entry.agesMs.push(ageMs);
        ages.set(key, entry);
      }
    }
    return ages;
  }
}

function keysOf(rail: string, { country, institution }: Payment) {
  return { operation: rail, country: `${rail}/${country}`, institution: `${rail}/${country}/${institution}` };
}
