/**
 * What one connection has prepared. A statement is parsed under its name once, and counts as prepared from the moment
 * Postgres says so: a Parse that an earlier failure made it skip has prepared nothing. Whoever needs the statement in
 * between sends it without a name, which is always right and only a little slower.
 */
import pg from 'pg';
import type { Statement } from './statement.ts';

/** How the rows of a statement are read. It is asked for once. */
export interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

export interface PreparedStatement {
  /** Empty where it is sent without one. */
  readonly name: string;
  readonly text: string;
  state: 'new' | 'asked' | 'ready';
  shape: RowShape | undefined;
}

export interface PreparedStatements {
  /** The statement as it can be bound now. Unless it is `ready`, it is to be parsed first. */
  find(statement: Statement<unknown>): PreparedStatement;
  /** Its Parse leaves now. */
  ask(statement: PreparedStatement): void;
  /** Of these, whatever was asked for and not answered will never be. */
  giveUp(statements: readonly PreparedStatement[]): void;
}

/** `named` is off for poolers that cannot carry prepared statements from one transaction to the next. */
export function trackPreparedStatements(connection: pg.Connection, named: boolean): PreparedStatements {
  const known = new Map<string, PreparedStatement>();
  const asked: PreparedStatement[] = [];
  // Postgres answers in the order in which it was asked.
  connection.on('parseComplete', () => {
    const statement = asked.shift();
    if (statement !== undefined) statement.state = 'ready';
  });
  return {
    find({ name, text }) {
      const found = known.get(name);
      // A name that stands for another text must never be bound in its place.
      if (found?.text === text && found.state !== 'asked') return found;
      if (found !== undefined || !named) return { name: '', text, state: 'new', shape: undefined };
      const statement: PreparedStatement = { name, text, state: 'new', shape: undefined };
      known.set(name, statement);
      return statement;
    },
    ask(statement) {
      statement.state = 'asked';
      asked.push(statement);
    },
    giveUp(statements) {
      for (const statement of statements) {
        if (statement.state !== 'asked') continue;
        statement.state = 'new';
        asked.splice(asked.indexOf(statement), 1);
      }
    },
  };
}

export function rowShape(fields: readonly pg.FieldDef[]): RowShape {
  return {
    names: fields.map(({ name }) => name),
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
  };
}

export const NO_ROWS: RowShape = { names: [], parsers: [] };
