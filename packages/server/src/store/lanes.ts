/**
 * Connections that many reads share at once. A read is a burst of statements sent in one breath, so bursts of different
 * requests follow each other on one connection without ever mixing, and those of one tick leave in one write. Nobody
 * waits for a connection to be handed back.
 *
 * A lane whose connection ends is opened anew by the next one who needs it.
 */
import pg from 'pg';
import { openSession, type Session } from './session.ts';

export interface Lanes {
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Lane {
  opening: Promise<{ readonly client: pg.Client; readonly session: Session }> | undefined;
  /** How many bursts are on their way. */
  busy: number;
}

export function createLanes(config: pg.ClientConfig, count: number, preparedStatements: boolean): Lanes {
  let closed = false;
  const lanes: Lane[] = Array.from({ length: count }, () => ({ opening: undefined, busy: 0 }));

  async function open(lane: Lane) {
    const client = new pg.Client(config);
    const forget = () => {
      lane.opening = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    return { client, session: openSession(client, preparedStatements) };
  }

  function leastBusy(): Lane {
    return lanes.reduce((best, lane) => (lane.busy < best.busy ? lane : best));
  }

  return {
    async use(work) {
      if (closed) throw new Error('Connection terminated: the database was closed');
      const lane = leastBusy();
      lane.busy += 1;
      try {
        if (lane.opening === undefined) {
          lane.opening = open(lane);
          lane.opening.catch(() => {
            lane.opening = undefined;
          });
        }
        const { session } = await lane.opening;
        return await work(session);
      } finally {
        lane.busy -= 1;
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(lanes.map(async ({ opening }) => (await opening)?.client.end()));
    },
  };
}
