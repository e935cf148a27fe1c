/**
 * Connections that many requests share at once. Each request sends a batch that is a transaction of its own, so batches
 * of different requests follow each other on one connection without ever mixing, and those of one turn of the event
 * loop leave in one write. Nobody waits for a connection to be handed back.
 *
 * A lane whose connection ends is opened anew by the next one who needs it.
 */
import pg from 'pg';
import { sendBatch } from './batch.ts';
import { type PreparedStatements, trackPreparedStatements } from './prepared-statements.ts';
import type { BoundStatement, StatementAnswer } from './statement.ts';

export interface Lanes {
  run(statements: readonly BoundStatement[]): Promise<readonly StatementAnswer[]>;
  close(): Promise<void>;
}

interface Track {
  readonly client: pg.Client;
  readonly prepared: PreparedStatements;
}

interface Lane {
  opening: Promise<Track> | undefined;
  /** There once the connection is, and as long as it is. */
  track: Track | undefined;
  /** How many batches are on their way. */
  busy: number;
  corked: boolean;
}

export function createLanes(config: pg.ClientConfig, count: number, preparedStatements: boolean): Lanes {
  let closed = false;
  const lanes = Array.from(
    { length: count },
    (): Lane => ({ opening: undefined, track: undefined, busy: 0, corked: false }),
  );

  async function open(lane: Lane): Promise<Track> {
    const client = new pg.Client(config);
    const forget = () => {
      lane.opening = undefined;
      lane.track = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    lane.track = { client, prepared: trackPreparedStatements(client.connection, preparedStatements) };
    return lane.track;
  }

  function leastBusy(): Lane {
    return lanes.reduce((best, lane) => (lane.busy < best.busy ? lane : best));
  }

  async function openAndSend(lane: Lane, statements: readonly BoundStatement[]) {
    lane.opening ??= open(lane);
    return send(lane, await lane.opening, statements);
  }

  return {
    run(statements) {
      if (closed) return Promise.reject(new Error('Connection terminated: the database was closed'));
      const lane = leastBusy();
      lane.busy += 1;
      const answers =
        lane.track === undefined ? openAndSend(lane, statements) : send(lane, lane.track, statements);
      const done = () => {
        lane.busy -= 1;
      };
      answers.then(done, done);
      return answers;
    },
    async close() {
      closed = true;
      await Promise.allSettled(lanes.map(async ({ opening }) => (await opening)?.client.end()));
    },
  };
}

/** Whatever is sent in this turn of the event loop leaves at its end. */
function send(lane: Lane, { client, prepared }: Track, statements: readonly BoundStatement[]) {
  if (!lane.corked) {
    const { stream } = client.connection;
    lane.corked = true;
    stream.cork();
    setImmediate(() => {
      lane.corked = false;
      stream.uncork();
    });
  }
  return sendBatch(client, prepared, statements);
}
