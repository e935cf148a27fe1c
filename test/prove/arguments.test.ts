import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROOFS } from '../proofs/all-proofs.ts';
import { readArguments, usage } from './arguments.ts';

describe('the arguments of prove', () => {
  test('are all proofs when there are none', () => {
    assert.deepEqual(readArguments([], PROOFS), { ok: true, asked: { proofs: PROOFS } });
  });

  test('name one proof, its seed and its scale', () => {
    const read = readArguments(['kill', '--seed', '7', '--scale', '3'], PROOFS);
    const proofs = PROOFS.filter(({ name }) => name === 'kill');
    assert.deepEqual(read, { ok: true, asked: { proofs, seed: 7, scale: 3 } });
  });

  test('name a part of a proof that has parts', () => {
    const read = readArguments(['payments', '--only', 'bugs'], PROOFS);
    const proofs = PROOFS.filter(({ name }) => name === 'payments');
    assert.deepEqual(read, { ok: true, asked: { proofs, only: 'bugs' } });
  });

  for (const args of [
    ['nothing'],
    ['kill', 'fuzz'],
    ['kill', '--scale', '0'],
    ['kill', '--scale', '1.5'],
    ['kill', '--seed', '-1'],
    ['--scale', '10'],
    ['--unknown'],
    ['--only', 'bugs'],
    ['kill', '--only', 'bugs'],
    ['payments', '--only', 'nothing'],
  ]) {
    test(`refuse ${args.join(' ')}`, () => assert.equal(readArguments(args, PROOFS).ok, false));
  }

  test('are told by the usage, with every proof', () => {
    for (const { name } of PROOFS) assert.match(usage(PROOFS), new RegExp(`  ${name} `));
  });
});
