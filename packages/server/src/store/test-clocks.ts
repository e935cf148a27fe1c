/** How far the clocks of test environments are ahead of the real one. */
import type { Database, Statement, Transaction } from './database.ts';

interface ClockRow {
  readonly environment_id: string;
  readonly ahead_ms: string;
}

const selectMoved: Statement<ClockRow> = {
  name: 'test-clocks-moved',
  text: 'select * from switchyard.moved_clocks()',
};

const advance: Statement<{ readonly ahead_ms: string | null }> = {
  name: 'test-clock-advance',
  text: 'select switchyard.advance_clock($1, $2, $3) as ahead_ms',
};

const selectAhead: Statement<{ readonly ahead_ms: string }> = {
  name: 'test-clock-ahead',
  text: 'select switchyard.clock_ahead($1) as ahead_ms',
};

/** By environment; one whose clock nobody has moved is not among them. */
export async function listMovedClocks(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.call(selectMoved, []);
  return new Map(rows.map((row) => [row.environment_id, Number(row.ahead_ms)]));
}

export async function findClockAheadMs(db: Database, environmentId: string): Promise<number> {
  const [row] = await db.call(selectAhead, [environmentId]);
  return Number(row?.ahead_ms ?? 0);
}

/** How far ahead it is then; undefined when that would be too far, and nothing has changed. */
export async function advanceClock(
  tx: Transaction,
  byMs: number,
  aheadMsMax: number,
): Promise<number | undefined> {
  const [row] = await tx.query(advance, [tx.environmentId, byMs, aheadMsMax]);
  return row === undefined || row.ahead_ms === null ? undefined : Number(row.ahead_ms);
}
