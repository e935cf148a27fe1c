import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherLines } from './gather-lines.ts';

function gathering() {
  const pieces: string[] = [];
  const lines = gatherLines({ write: (piece) => void pieces.push(piece) });
  return { pieces, lines };
}

test('lines wait until they are flushed, and then leave in one piece, in their order', () => {
  const { pieces, lines } = gathering();
  lines.write('a\n');
  lines.write('b\n');
  assert.deepEqual(pieces, []);
  lines.flush();
  assert.deepEqual(pieces, ['a\nb\n']);
});

test('without lines nothing is written', () => {
  const { pieces, lines } = gathering();
  lines.flush();
  lines.write('a\n');
  lines.flush();
  lines.flush();
  assert.deepEqual(pieces, ['a\n']);
});

test('many lines leave by themselves, and none is lost or doubled', () => {
  const { pieces, lines } = gathering();
  const written = Array.from({ length: 5_000 }, (_, at) => `line ${at} ${'x'.repeat(at % 100)}\n`);
  for (const line of written) lines.write(line);
  assert.ok(pieces.length > 2);
  lines.flush();
  assert.equal(pieces.join(''), written.join(''));
});
