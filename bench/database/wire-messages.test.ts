import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMessageReader, readBind, readParse } from './wire-messages.ts';

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, payload: Buffer) =>
  Buffer.concat([Buffer.from(type), int32(payload.length + 4), payload]);

test('messages are whole however the bytes are cut', () => {
  const bytes = Buffer.concat([
    message('', Buffer.from('start')),
    message('P', Buffer.from('abc')),
    message('S', Buffer.alloc(0)),
  ]);
  for (const size of [1, 2, 5, 7, bytes.length]) {
    const seen: string[] = [];
    const read = createMessageReader('client', (type, payload) => seen.push(`${type}:${payload}`));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    assert.deepEqual(seen, [':start', 'P:abc', 'S:']);
  }
});

test('a Parse tells name and text', () => {
  assert.deepEqual(readParse(Buffer.concat([Buffer.from('by-id\0select 1\0'), int16(0)])), {
    name: 'by-id',
    text: 'select 1',
  });
});

test('a Bind tells its values, each in its own format', () => {
  const bound = (formats: readonly number[]) =>
    readBind(
      Buffer.concat([
        Buffer.from('\0by-id\0'),
        int16(formats.length),
        ...formats.map(int16),
        int16(3),
        Buffer.concat([int32(2), Buffer.from('ab')]),
        int32(-1),
        Buffer.concat([int32(1), Buffer.of(0xff)]),
        int16(0),
      ]),
    );
  assert.deepEqual(bound([0, 0, 1]), { name: 'by-id', values: ['ab', null, Buffer.of(0xff)] });
  assert.deepEqual(bound([1]).values, [Buffer.from('ab'), null, Buffer.of(0xff)]);
  assert.equal(bound([]).values[0], 'ab');
});
