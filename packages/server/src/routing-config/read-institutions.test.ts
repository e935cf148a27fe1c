import assert from 'node:assert/strict';
import { test } from 'node:test';
import { institutionId } from '../domain/institutions/institution-id.ts';
import { describeProblem } from './config-problem.ts';
import { readInstitutions } from './read-institutions.ts';

test('a bank gets the id of its BIC, or of its first national code', () => {
  const text = JSON.stringify([
    {
      country: 'GB',
      name: 'Barclays',
      bic: 'BARCGB22',
      nationalCodes: ['BARC'],
      registeredAs: 'BARCLAYS BANK PLC',
    },
    { country: 'BR', name: 'Nubank', nationalCodes: ['18236120', '260'] },
  ]);
  assert.deepEqual(readInstitutions(text), {
    ok: true,
    value: [
      {
        id: institutionId('GB', 'BARCGB22'),
        country: 'GB',
        name: 'Barclays',
        bic: 'BARCGB22',
        nationalCodes: ['BARC'],
      },
      {
        id: institutionId('BR', '18236120'),
        country: 'BR',
        name: 'Nubank',
        nationalCodes: ['18236120', '260'],
      },
    ],
  });
});

test('every mistake is told', () => {
  const text = JSON.stringify(
    [
      { country: 'GB', name: 'A', bic: 'BARCGB22' },
      { country: 'GB', name: 'B', bic: 'BARCGB22XXX' },
    ],
    null,
    1,
  );
  assert.deepEqual(sayings(text), ['line 7, [1]: Repeats [0].']);
  assert.deepEqual(sayings('[{ country: GB, name: A }]'), [
    'line 1, [0]: Has neither a BIC nor a national code to be known by.',
  ]);
  assert.deepEqual(sayings('[{ country: DE, name: A, bic: BARCGB22 }]'), [
    'line 1, [0].bic: Is a BIC of GB, not of DE.',
  ]);
  assert.deepEqual(sayings('[{ country: GB, name: A, bic: null }]'), [
    'line 1, [0].bic: Must be a BIC of 8 or 11 characters, not "null".',
  ]);
});

function sayings(text: string): readonly string[] {
  const read = readInstitutions(text);
  return read.ok ? [] : read.error.map(describeProblem);
}
