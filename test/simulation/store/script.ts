/**
 * What a life did to its database, statement by statement, in the order in which it took effect, with what each was answered. So the
 * same can be done to another database, and the answers compared.
 */
import type { Statement } from '../../../packages/server/src/store/database.ts';
import type { Open, Row } from './tables.ts';

/** One statement: of a transaction, or a transaction of its own inside an environment (`read`) or outside of all (`call`). */
export interface Spoken {
  readonly transaction: number;
  readonly by: 'transaction' | 'read' | 'call';
  readonly statement: Statement<unknown>;
  readonly values: readonly unknown[];
  /** Set when it has ended: its rows, or the code of its error. */
  rows?: readonly Row[];
  error?: string;
}

export type Action =
  | { readonly kind: 'speaks'; readonly atMs: number; readonly spoken: Spoken }
  /** It has to wait for a lock of somebody, and ends later. */
  | { readonly kind: 'waits'; readonly atMs: number; readonly spoken: Spoken }
  | { readonly kind: 'waited'; readonly atMs: number; readonly spoken: Spoken }
  | { readonly kind: 'ends'; readonly atMs: number; readonly transaction: number; readonly commit: boolean };

export interface Script {
  readonly actions: readonly Action[];
  /** Watches a statement that has just been begun. */
  hear(
    open: Open,
    by: Spoken['by'],
    statement: Statement<unknown>,
    values: readonly unknown[],
    answer: readonly Row[] | Promise<readonly Row[]>,
  ): void;
  end(open: Open, commit: boolean): void;
}

export function writeScript(nowMs: () => number): Script {
  const actions: Action[] = [];
  const numbers = new WeakMap<Open, number>();
  let opened = 0;

  function numberOf(open: Open): number {
    const known = numbers.get(open);
    if (known !== undefined) return known;
    opened += 1;
    numbers.set(open, opened);
    return opened;
  }

  return {
    actions,
    hear(open, by, statement, values, answer) {
      const spoken: Spoken = { transaction: numberOf(open), by, statement, values };
      const isWaiting = open.waitsFor !== undefined;
      actions.push({ kind: isWaiting ? 'waits' : 'speaks', atMs: nowMs(), spoken });
      const end = () => {
        if (isWaiting) actions.push({ kind: 'waited', atMs: nowMs(), spoken });
      };
      Promise.resolve(answer).then(
        (rows) => {
          spoken.rows = rows;
          end();
        },
        (error: unknown) => {
          spoken.error = error instanceof Error && 'code' in error ? String(error.code) : 'XX000';
          end();
        },
      );
    },
    end(open, commit) {
      // One that has said nothing has never been heard of.
      if (numbers.has(open))
        actions.push({ kind: 'ends', atMs: nowMs(), transaction: numberOf(open), commit });
    },
  };
}
