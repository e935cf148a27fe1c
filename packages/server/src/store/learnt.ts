/**
 * What an environment has learnt, while outcomes are being added to it. Outcomes of one environment take turns, on
 * all nodes, by a lock on the environment; so a cell that is read is still what it was when it is written back.
 */
import {
  type CapabilityId,
  type CellChain,
  EMPTY_LATENCY_SKETCH,
  encodeLatencySketch,
  type LatencySketch,
  type ReliabilityCell,
} from '@switchyard/engine';
import type { Database, Statement, Transaction, Writer } from './database.ts';
import { cellOf, sketchOf } from './routing.ts';

/** Whom an outcome speaks about. */
export interface CellKey {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly country?: string | undefined;
  readonly institution?: string | undefined;
}

export interface Learnt {
  cells(key: CellKey): CellChain;
  putCells(key: CellKey, cells: CellChain): void;
  /** The widest cells of a rail, of every operation: also of those that no key named. */
  operationCells(rail: string): readonly ReliabilityCell[];
  sketch(rail: string, operation: CapabilityId): LatencySketch;
  putSketch(rail: string, operation: CapabilityId, sketch: LatencySketch): void;
  /** Adds to a contract's usage in a period; answers what it is then, shorter periods within it included. */
  addUsage(contractId: string, period: { readonly start: Date; readonly end: Date }, amount: bigint): bigint;
  /** Writes back whatever has changed. */
  save(): void;
}

const lockEnvironment: Statement<never> = {
  name: 'learnt-lock',
  text: `select pg_advisory_xact_lock(hashtextextended('outcomes ' || $1, 0))`,
};

type CellRow = Parameters<typeof cellOf>[0];
type SketchRow = Parameters<typeof sketchOf>[0];

const selectCells: Statement<CellRow> = {
  name: 'learnt-cells',
  text: `select c.rail, c.operation, c.country, c.institution_id, c.success_micro, c.failure_micro, c.samples, c.as_of_ms
    from switchyard.reliability_cell c
    join unnest($2::text[], $3::text[], $4::text[], $5::text[]) as k(rail, operation, country, institution_id)
      using (rail, operation, country, institution_id)
    where c.environment_id = $1`,
};

const selectOperationCells: Statement<CellRow> = {
  name: 'learnt-operation-cells',
  text: `select rail, operation, country, institution_id, success_micro, failure_micro, samples, as_of_ms
    from switchyard.reliability_cell where environment_id = $1 and rail = any($2::text[]) and country = ''`,
};

const selectSketches: Statement<SketchRow> = {
  name: 'learnt-sketches',
  text: `select s.rail, s.operation, s.sketch from switchyard.latency_sketch s
    join unnest($2::text[], $3::text[]) as k(rail, operation) using (rail, operation) where s.environment_id = $1`,
};

const selectUsage: Statement<{
  readonly contract_id: string;
  readonly period_start: Date;
  readonly used: string;
}> = {
  name: 'learnt-usage',
  text: `select contract_id, period_start, used from switchyard.contract_usage where environment_id = $1`,
};

const upsertCells: Statement<never> = {
  name: 'learnt-cells-upsert',
  text: `insert into switchyard.reliability_cell (environment_id, rail, operation, country, institution_id,
      success_micro, failure_micro, samples, as_of_ms)
    select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::bigint[])
    on conflict (environment_id, rail, operation, country, institution_id) do update
      set success_micro = excluded.success_micro, failure_micro = excluded.failure_micro,
        samples = excluded.samples, as_of_ms = excluded.as_of_ms`,
};

const upsertSketches: Statement<never> = {
  name: 'learnt-sketches-upsert',
  text: `insert into switchyard.latency_sketch (environment_id, rail, operation, sketch)
    select $1, * from unnest($2::text[], $3::text[], $4::json[])
    on conflict (environment_id, rail, operation) do update set sketch = excluded.sketch`,
};

/** What is written is what is added: settled payments count theirs without taking a turn. */
const upsertUsage: Statement<never> = {
  name: 'learnt-usage-upsert',
  text: `insert into switchyard.contract_usage as u (environment_id, contract_id, period_start, used)
    select $1, * from unnest($2::text[], $3::timestamptz[], $4::numeric[])
    on conflict (environment_id, contract_id, period_start) do update set used = u.used + excluded.used`,
};

/** By the half-life of the newest policy. */
const deleteFaded: Statement<{ readonly rail: string }> = {
  name: 'learnt-delete-faded',
  text: `delete from switchyard.reliability_cell c
    using (select (body -> 'reliability' ->> 'halfLifeMs')::bigint as half_life_ms from switchyard.policy_version
      where environment_id = $1 order by version desc limit 1) p
    where c.environment_id = $1 and c.as_of_ms < $2 - $3 * p.half_life_ms returning c.rail`,
};

/** What is left of the most that a cell holds, 150 outcomes, is then less than a hundredth of one. */
const HALF_LIVES_TO_NOTHING = 14;

/** Deletes the cells whose evidence has faded away; answers how many. It takes its turn like the outcomes do. */
export async function deleteFadedCells(db: Database, environmentId: string, now: Date): Promise<number> {
  return db.transaction(environmentId, async (tx) => {
    const [, rows] = await Promise.all([
      tx.query(lockEnvironment, [environmentId]),
      tx.query(deleteFaded, [environmentId, now.getTime(), HALF_LIVES_TO_NOTHING]),
    ]);
    return { commit: true, value: rows.length };
  });
}

export async function openLearnt(tx: Transaction, keys: readonly CellKey[]): Promise<Learnt> {
  const id = tx.environmentId;
  const chains = keys.flatMap(chainKeys);
  const columns = [0, 1, 2, 3].map((column) => chains.map((parts) => parts[column]));
  const [, cellRows, operationRows, sketchRows, usageRows] = await Promise.all([
    tx.query(lockEnvironment, [id]),
    tx.query(selectCells, [id, ...columns]),
    tx.query(selectOperationCells, [id, [...new Set(keys.map(({ rail }) => rail))]]),
    tx.query(selectSketches, [id, keys.map(({ rail }) => rail), keys.map(({ operation }) => operation)]),
    tx.query(selectUsage, [id]),
  ]);
  const cells = new Map([...cellRows, ...operationRows].map((row) => [cellName(row), cellOf(row)]));
  const sketches = new Map(sketchRows.map((row) => [`${row.rail}|${row.operation}`, sketchOf(row)]));
  const usage = new Map<string, Map<number, bigint>>();
  const addTo = (contractId: string, start: Date, amount: bigint) => {
    const periods = usage.get(contractId) ?? new Map<number, bigint>();
    usage.set(contractId, periods.set(start.getTime(), (periods.get(start.getTime()) ?? 0n) + amount));
    return periods;
  };
  for (const { contract_id, period_start, used } of usageRows) addTo(contract_id, period_start, BigInt(used));
  const changed = {
    cells: new Map<string, ReliabilityCell>(),
    sketches: new Set<string>(),
    usage: new Map<string, bigint>(),
  };

  return {
    cells(key) {
      const [operation, country, institution] = chainKeys(key).map((parts) => cells.get(parts.join('|')));
      return { operation, country, institution };
    },
    putCells(key, chain) {
      const names = chainKeys(key).map((parts) => parts.join('|'));
      for (const [index, cell] of [chain.operation, chain.country, chain.institution].entries()) {
        const name = names[index];
        if (name === undefined || cell === undefined) continue;
        cells.set(name, cell);
        changed.cells.set(name, cell);
      }
    },
    operationCells: (rail) =>
      [...cells.values()].filter((cell) => cell.rail === rail && cell.country === undefined),
    sketch: (rail, operation) => sketches.get(`${rail}|${operation}`)?.sketch ?? EMPTY_LATENCY_SKETCH,
    putSketch(rail, operation, sketch) {
      sketches.set(`${rail}|${operation}`, { rail, operation, sketch });
      changed.sketches.add(`${rail}|${operation}`);
    },
    addUsage(contractId, { start, end }, amount) {
      const name = usageName(contractId, start);
      changed.usage.set(name, (changed.usage.get(name) ?? 0n) + amount);
      let used = 0n;
      for (const [at, counted] of addTo(contractId, start, amount))
        if (at >= start.getTime() && at < end.getTime()) used += counted;
      return used;
    },
    save() {
      const dirty = [...changed.cells.values()];
      if (dirty.length > 0) {
        tx.send(upsertCells, [
          id,
          dirty.map(({ rail }) => rail),
          dirty.map(({ operation }) => operation),
          dirty.map(({ country }) => country ?? ''),
          dirty.map(({ institution }) => institution ?? ''),
          dirty.map(({ successMicro }) => successMicro),
          dirty.map(({ failureMicro }) => failureMicro),
          dirty.map(({ samples }) => samples),
          dirty.map(({ asOfMs }) => asOfMs),
        ]);
      }
      const dirtySketches = [...changed.sketches].flatMap((name) => sketches.get(name) ?? []);
      if (dirtySketches.length > 0) {
        tx.send(upsertSketches, [
          id,
          dirtySketches.map(({ rail }) => rail),
          dirtySketches.map(({ operation }) => operation),
          dirtySketches.map(({ sketch }) => JSON.stringify(encodeLatencySketch(sketch))),
        ]);
      }
      const dirtyUsage = [...changed.usage].map(([name, added]) => ({ name, added }));
      if (dirtyUsage.length > 0) {
        tx.send(upsertUsage, [
          id,
          dirtyUsage.map(({ name }) => name.split('|')[0]),
          dirtyUsage.map(({ name }) => name.split('|')[1]),
          dirtyUsage.map(({ added }) => String(added)),
        ]);
      }
    },
  };
}

/** Adds to a contract's usage in a period, together with whatever else the transaction writes. */
export function addContractUsage(
  writer: Writer,
  contractId: string,
  periodStart: Date,
  amount: bigint,
): void {
  writer.send(upsertUsage, [
    writer.environmentId,
    [contractId],
    [periodStart.toISOString()],
    [String(amount)],
  ]);
}

/** The widest cell first. The empty text stands for "any". */
function chainKeys({ rail, operation, country, institution }: CellKey): readonly (readonly string[])[] {
  const wide = [rail, operation, '', ''];
  if (country === undefined) return [wide];
  const narrower = [rail, operation, country, ''];
  return institution === undefined
    ? [wide, narrower]
    : [wide, narrower, [rail, operation, country, institution]];
}

function cellName(row: CellRow): string {
  return [row.rail, row.operation, row.country, row.institution_id].join('|');
}

function usageName(contractId: string, periodStart: Date): string {
  return `${contractId}|${periodStart.toISOString()}`;
}
