import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPaytoScheme, PAYTO_SCHEMES, paytoType } from './registry.ts';

describe('the registry of types', () => {
  it('models exactly the fourteen types this service settled on', () => {
    assert.deepEqual([...PAYTO_SCHEMES].sort(), [
      'ach',
      'au-bsb',
      'bic',
      'bitcoin',
      'ca-interac',
      'eth',
      'gb-scan',
      'iban',
      'ilp',
      'mx-clabe',
      'pix',
      'upi',
      'void',
      'x-taler-bank',
    ]);
  });

  it('files every type under its own name', () => {
    for (const scheme of PAYTO_SCHEMES) assert.equal(paytoType(scheme).scheme, scheme);
  });

  it('takes no inherited property for a type', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      assert.equal(isPaytoScheme(name), false);
    }
  });
});
