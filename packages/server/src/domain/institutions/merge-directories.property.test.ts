import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderInstitution } from '@switchyard/rail-kit';
import fc from 'fast-check';
import { institutionId } from './institution-id.ts';
import { type ConnectionDirectory, mergeDirectories } from './merge-directories.ts';

/** Few names, codes and BICs, so that they meet often. */
const institution: fc.Arbitrary<ProviderInstitution> = fc
  .record(
    {
      name: fc.constantFrom('Sparkasse', 'SPARKASSE', 'Société Générale', 'Societe Generale', 'N26', 'Monzo'),
      country: fc.constantFrom('DE', 'FR'),
      bic: fc.constantFrom('AAAADEFF', 'AAAADEFFXXX', 'aaaadeff', 'BBBBDEFF', 'CCCCFRPP'),
      nationalCodes: fc.subarray(['100', '200', '300'], { minLength: 1 }),
    },
    { requiredKeys: ['name', 'country'] },
  )
  .map((fields) => ({ ref: '', roles: ['bank-link'], restrictions: [], ...fields }));

const directories: fc.Arbitrary<readonly ConnectionDirectory[]> = fc
  .array(fc.array(institution, { maxLength: 5 }), { maxLength: 4 })
  .map((lists) =>
    lists.map((institutions, connection) => ({
      connectionId: `con_${connection}`,
      rail: `rail-${connection}`,
      institutions: institutions.map((one, at) => ({ ...one, ref: `${connection}-${at}` })),
    })),
  );

/** Which of the providers' words for banks ended up under which id. Of one provider a bank keeps one word only. */
function reachOf(merged: ReturnType<typeof mergeDirectories>): readonly string[] {
  return merged.flatMap(({ id, reach }) => reach.map(({ connectionId }) => `${id} ${connectionId}`)).sort();
}

test('ids do not depend on the order of the directories', () => {
  fc.assert(
    fc.property(directories, (all) => {
      assert.deepEqual(reachOf(mergeDirectories(all.toReversed())), reachOf(mergeDirectories(all)));
    }),
  );
});

test('a bank with a BIC has the id of its BIC, whoever else knows it', () => {
  fc.assert(
    fc.property(directories, (all) => {
      const ids = new Set(mergeDirectories(all).map(({ id }) => id));
      for (const { institutions } of all)
        for (const { country, bic } of institutions)
          if (bic !== undefined) assert.ok(ids.has(institutionId(country, bic.toUpperCase())));
    }),
  );
});

test('one BIC in one country is one entry, and no entry is there twice', () => {
  fc.assert(
    fc.property(directories, (all) => {
      const merged = mergeDirectories(all);
      assert.equal(new Set(merged.map(({ id }) => id)).size, merged.length);
      for (const { reach } of merged)
        assert.equal(new Set(reach.map(({ connectionId }) => connectionId)).size, reach.length);
    }),
  );
});

test('whoever lists a bank reaches it', () => {
  fc.assert(
    fc.property(directories, (all) => {
      const reached = new Set(mergeDirectories(all).flatMap(({ reach }) => reach.map(({ rail }) => rail)));
      for (const { rail, institutions } of all) assert.equal(reached.has(rail), institutions.length > 0);
    }),
  );
});

const bank = (fields: Partial<ProviderInstitution>): ProviderInstitution => ({
  ref: 'r',
  name: 'Bank',
  country: 'DE',
  roles: ['bank-link'],
  restrictions: [],
  ...fields,
});
const directory = (
  connectionId: string,
  ...institutions: readonly ProviderInstitution[]
): ConnectionDirectory => ({
  connectionId,
  rail: connectionId,
  institutions,
});

test('a provider that knows only a name, or only a code, finds the bank of another that knows the BIC', () => {
  const merged = mergeDirectories([
    directory('a', bank({ name: 'Commerzbank', bic: 'COBADEFFXXX', nationalCodes: ['10040000'] })),
    directory('b', bank({ name: 'COMMERZBANK' })),
    directory('c', bank({ name: 'Coba', nationalCodes: ['10040000'] })),
  ]);
  assert.deepEqual(
    merged.map(({ id, reach }) => [id, reach.length]),
    [[institutionId('DE', 'COBADEFF'), 3]],
  );
});

test('a provider that knows only a name finds the bank of another that knows a code', () => {
  const merged = mergeDirectories([
    directory('a', bank({ name: 'Nationwide', nationalCodes: ['070093'] })),
    directory('b', bank({ name: 'nationwide' })),
  ]);
  assert.deepEqual(
    merged.map(({ id, reach }) => [id, reach.length]),
    [[institutionId('DE', '070093'), 2]],
  );
});

test('a name that two banks have is nobody’s: nobody is sent to the wrong one', () => {
  const merged = mergeDirectories([
    directory(
      'a',
      bank({ name: 'Sparkasse', bic: 'AAAADEFF' }),
      bank({ name: 'Sparkasse', bic: 'BBBBDEFF' }),
    ),
    directory('b', bank({ name: 'Sparkasse' })),
  ]);
  assert.equal(merged.length, 3);
});
