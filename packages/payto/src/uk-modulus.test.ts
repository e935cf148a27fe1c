import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { passesUkModulus } from './uk-modulus.ts';

type Vector = readonly [sortCode: string, accountNumber: string, passes: 0 | 1];

const vectors = JSON.parse(
  readFileSync(new URL('../vectors/uk-modulus-vectors.json', import.meta.url), 'utf8'),
) as readonly Vector[];

describe('the UK modulus check', () => {
  for (const [sortCode, accountNumber, passes] of vectors) {
    it(`${passes === 1 ? 'passes' : 'fails'} ${sortCode} ${accountNumber}`, () => {
      assert.equal(passesUkModulus(sortCode, accountNumber), passes === 1);
    });
  }

  it('passes a sort code that has no check', () => {
    assert.equal(passesUkModulus('000000', '12345678'), true);
  });

  it('gives the same verdict whatever it was asked before', () => {
    // Under exception 7 the account decides which weights count; a shared table must not remember it.
    assert.equal(passesUkModulus('772798', '99345694'), true);
    const before = Array.from({ length: 500 }, (_, index) =>
      passesUkModulus('772798', String(10_000_003 + index * 7)),
    );
    assert.equal(passesUkModulus('772798', '99345694'), true);
    const after = Array.from({ length: 500 }, (_, index) =>
      passesUkModulus('772798', String(10_000_003 + index * 7)),
    );
    assert.deepEqual(after, before);
    // One in eleven passes when the sort code counts, as it must for these accounts.
    const passing = before.filter(Boolean).length;
    assert.ok(passing > 25 && passing < 70, `${passing} of 500 pass`);
  });

  it('wants both checks where a sort code has two', () => {
    // About one in 110 passes both; if one sufficed, about one in five would.
    const passing = Array.from({ length: 2000 }, (_, index) =>
      passesUkModulus('827101', String(20_000_001 + index * 13)),
    ).filter(Boolean).length;
    assert.ok(passing < 60, `${passing} of 2000 pass`);
  });
});
