import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SOCKET_NAME } from '../../packages/server/src/embedded-postgres/names.ts';
import { openPostgresTap } from './postgres-tap.ts';
import { createMessageReader } from './wire-messages.ts';

const message = (type: string, payload = '') => {
  const bytes = Buffer.alloc(type.length + 4 + payload.length, `${type}0000${payload}`, 'latin1');
  bytes.writeUInt32BE(payload.length + 4, type.length);
  return bytes;
};
const NOTHING_MORE = '\0\0\0\0\0\0';
const parse = (name: string, text: string) => message('P', `${name}\0${text}\0\0\0`);
const bind = (name: string) => message('B', `\0${name}\0${NOTHING_MORE}`);
const sync = message('S');

/** Answers each Sync as a server would, and says nothing else. */
async function startSilentServer() {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-test-'));
  const server = createServer((socket) => {
    const read = createMessageReader('client', (type) => {
      if (type === 'S') socket.write(message('Z', 'I'));
    });
    socket.on('data', read);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(join(directory, SOCKET_NAME), resolve));
  return {
    directory,
    stop: () => {
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

test('statements are recorded with the round trip they travelled in and the Sync they share', async () => {
  const server = await startSilentServer();
  const tap = await openPostgresTap(server.directory);
  try {
    const client = connect(join(tap.directory, SOCKET_NAME));
    const answered = async (answers: number) => {
      let bytes = 0;
      while (bytes < answers * message('Z', 'I').length) bytes += (await once(client, 'data'))[0].length;
    };
    const sent = await tap.record(async () => {
      // One trip: two statements that share a Sync, then one with its own.
      const shared = [parse('a', 'one'), bind('a'), parse('b', 'two'), bind('b'), sync];
      const alone = [parse('c', 'three'), bind('c'), sync];
      client.write(Buffer.concat([message('', 'startup'), ...shared, ...alone]));
      await answered(2);
      // Another: what is prepared already is known by its name.
      client.write(Buffer.concat([bind('b'), sync]));
      await answered(1);
    });
    assert.deepEqual(
      sent.map(({ text, sync, roundTrip }) => [text, sync, roundTrip]),
      [
        ['one', 0, 1],
        ['two', 0, 1],
        ['three', 1, 1],
        ['two', 2, 2],
      ],
    );
  } finally {
    await tap.stop();
    server.stop();
  }
});
