/** One connection, as a transaction sees it: whatever is sent in one tick is one batch, and one round trip. */
import type pg from 'pg';
import { sendBatch } from './batch.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { BoundStatement, Statement, StatementAnswer } from './statement.ts';

export interface Session {
  send(statement: Statement<unknown>, values: readonly unknown[]): Promise<StatementAnswer>;
}

interface Gathering {
  readonly statements: BoundStatement[];
  readonly answers: Promise<readonly StatementAnswer[]>;
}

export function openSession(client: pg.Client, prepared: PreparedStatements): Session {
  let gathering: Gathering | undefined;

  function gather(): Gathering {
    const statements: BoundStatement[] = [];
    const { promise: answers, resolve } = Promise.withResolvers<readonly StatementAnswer[]>();
    process.nextTick(() => {
      gathering = undefined;
      resolve(sendBatch(client, prepared, statements));
    });
    return { statements, answers };
  }

  return {
    send(statement, values) {
      gathering ??= gather();
      const index = gathering.statements.push({ statement, values }) - 1;
      // A batch that succeeds answers each of its statements.
      const answer = gathering.answers.then((answers) => answers[index] as StatementAnswer);
      // Whoever awaits it still sees the failure; this keeps a failure nobody has awaited yet from ending the process.
      answer.catch(() => undefined);
      return answer;
    },
  };
}
