import type { BoundStatement, Statement } from './statement.ts';

/** Takes in writes whose answer nobody needs: each travels with what follows, and its failure fails the transaction. */
export interface Writer {
  readonly environmentId: string;
  send(statement: Statement<unknown>, values: readonly unknown[]): void;
}

/** Writes to be sent together: see `Database.write`. */
export interface GatheredWrites extends Writer {
  readonly statements: readonly BoundStatement[];
}

export function gatherWrites(environmentId: string): GatheredWrites {
  const statements: BoundStatement[] = [];
  return {
    environmentId,
    statements,
    send: (statement, values) => void statements.push({ statement, values }),
  };
}
