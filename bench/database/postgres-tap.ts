/**
 * A door in front of Postgres that listens. Whoever connects through it is connected to the database behind it, and
 * every statement that passes is written down with its values, in order, and with the round trip it travelled in. So the
 * bench gives pgbench what the service really sends, whatever the service's sources look like by then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_NAME } from '../../packages/server/src/embedded-postgres/names.ts';
import { type BoundValue, createMessageReader, readBind, readParse } from './wire-messages.ts';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly BoundValue[];
  /** Statements with the same number were sent together, without waiting for an answer in between. */
  readonly roundTrip: number;
  /** Statements with the same number share a Sync: outside a transaction block they are one transaction. */
  readonly sync: number;
  /** Transactions of several connections may be under way at once. */
  readonly connection: number;
}

export interface PostgresTap {
  /** The directory to give a client as its host. */
  readonly directory: string;
  /** Everything sent while `work` runs. */
  record(work: () => Promise<void>): Promise<readonly SentStatement[]>;
  stop(): Promise<void>;
}

export async function openPostgresTap(socketDirectory: string): Promise<PostgresTap> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-tap-'));
  const sockets = new Set<Socket>();
  let sent: SentStatement[] = [];
  let roundTrip = 0;
  let sync = 0;
  let connections = 0;

  const server = createServer((client) => {
    const postgres = connect(join(socketDirectory, SOCKET_NAME));
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      // Either end may go first when the service stops; the other goes with it.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        postgres.destroy();
      });
    }
    connections += 1;
    const connection = connections;
    const texts = new Map<string, string>();
    let unanswered = 0;
    let lastSync = -1;
    const write = (text: string, values: readonly BoundValue[]): void => {
      if (unanswered === 0 && sync !== lastSync) roundTrip += 1;
      lastSync = sync;
      sent.push({ text, values, roundTrip, sync, connection });
    };
    const fromClient = createMessageReader('client', (type, payload) => {
      if (type === 'P') {
        const { name, text } = readParse(payload);
        texts.set(name, text);
      } else if (type === 'B') {
        const { name, values } = readBind(payload);
        write(texts.get(name) ?? '', values);
      } else if (type === 'Q') {
        write(payload.toString('utf8', 0, payload.length - 1), []);
      }
      // A Sync or a simple query is what the server answers with ReadyForQuery.
      if (type === 'S' || type === 'Q') {
        unanswered += 1;
        sync += 1;
      }
    });
    const fromServer = createMessageReader('server', (type) => {
      if (type === 'Z') unanswered = Math.max(0, unanswered - 1);
    });
    client.on('data', (chunk: Buffer) => {
      fromClient(chunk);
      postgres.write(chunk);
    });
    postgres.on('data', (chunk: Buffer) => {
      fromServer(chunk);
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(join(directory, SOCKET_NAME), resolve));

  return {
    directory,
    async record(work) {
      sent = [];
      roundTrip = 0;
      await work();
      return sent;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
