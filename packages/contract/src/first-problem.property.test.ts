import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INPUT_ERRORS } from './input-errors.ts';
import { inputReader } from './input-reader.ts';
import { OPERATIONS } from './operation-list.ts';

const SECRET = 'DE89370400440532013000';

/** Values of every type, with an address in each text and in each key. */
const hostile: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1.5, 1e300, SECRET, `payto://iban/${SECRET}`, ''),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(
      fc.constantFrom('a', 'value', 'asset', 'band', 'country', '__proto__', SECRET),
      tie('value'),
      {
        maxKeys: 3,
      },
    ),
  ),
})).value;

for (const operation of OPERATIONS) {
  const fields = Object.keys({
    ...operation.examples.params,
    ...operation.examples.query,
    ...operation.examples.body,
  });
  test(`${operation.name} answers hostile input with a catalogued key and never repeats it`, () => {
    const read = inputReader(operation);
    const part = fc.oneof(hostile, fc.dictionary(fc.constantFrom('id', SECRET, ...fields), hostile));
    const raw = fc.record({ params: part, query: part, body: part }, { requiredKeys: [] });
    fc.assert(
      fc.property(raw, fc.constantFrom('params', 'query', 'body'), (values, replaced) => {
        // Sound parts but for one, so that all three are reached.
        const result = read({ ...operation.examples, ...pick(values, replaced) });
        if (result.ok) return;
        const { param, key, vars } = result.problem;
        assert.deepEqual(Object.keys(vars).sort(), [...INPUT_ERRORS[key]].sort());
        assert.equal(JSON.stringify({ param, vars }).includes(SECRET), false);
      }),
      { numRuns: 200 },
    );
  });
}

function pick(values: object, key: string): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name === key));
}
