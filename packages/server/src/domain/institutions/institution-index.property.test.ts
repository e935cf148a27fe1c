import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldName } from './fold-name.ts';
import type { Institution } from './institution.ts';
import { indexInstitutions, isLinkable } from './institution-index.ts';

const word = fc.constantFrom('Bank', 'Crédit', 'credit', 'Łódź', 'Société', 'de', 'N26', 'Ål', 'öst', 'S.A.');
const institutions: fc.Arbitrary<readonly Institution[]> = fc
  .array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
      country: fc.constantFrom('DE', 'FR'),
      isLinkable: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ words, country, isLinkable: links }, at) => ({
      id: `ins_${String(at).padStart(3, '0')}`,
      name: words.join(' '),
      country,
      reach: [
        {
          connectionId: 'con_1',
          rail: 'x',
          ref: `ref-${at}`,
          roles: links ? (['bank-link'] as const) : [],
          restrictions: [],
        },
      ],
    })),
  );

test('search finds exactly the banks of that country with a word that begins so, for every word typed', () => {
  fc.assert(
    fc.property(institutions, fc.array(word, { maxLength: 2 }), fc.nat({ max: 3 }), (all, typed, cut) => {
      const text = typed.map((one) => one.slice(0, Math.max(1, one.length - cut)).toUpperCase()).join('  ');
      const wanted = foldName(text).split(' ').filter(Boolean);
      const query = { country: 'DE', ...(typed.length === 0 ? {} : { text }), limit: 1_000 };
      const found = indexInstitutions(all).search(query);
      const expected = all.filter(
        ({ country, name }) =>
          country === 'DE' &&
          wanted.every((part) =>
            foldName(name)
              .split(' ')
              .some((one) => one.startsWith(part)),
          ),
      );
      assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(expected.map(({ id }) => id)));
    }),
  );
});

test('signs alone find no bank', () => {
  fc.assert(
    fc.property(institutions, fc.constantFrom('…', '...', '-', ' - '), (all, text) => {
      assert.deepEqual(indexInstitutions(all).search({ country: 'DE', text, limit: 10 }), []);
    }),
  );
});

test('banks that can be linked come first, then by name, and a limit takes the first of them', () => {
  fc.assert(
    fc.property(institutions, fc.integer({ min: 1, max: 10 }), (all, limit) => {
      const index = indexInstitutions(all);
      const found = index.search({ country: 'DE', limit: 1_000 });
      for (const [at, one] of found.entries()) {
        const before = found[at - 1];
        if (before === undefined) continue;
        assert.ok(isLinkable(before) || !isLinkable(one));
        if (isLinkable(before) === isLinkable(one)) assert.ok(foldName(before.name) <= foldName(one.name));
      }
      assert.deepEqual(index.search({ country: 'DE', limit }), found.slice(0, limit));
      assert.deepEqual(indexInstitutions(all.toReversed()).search({ country: 'DE', limit: 1_000 }), found);
    }),
  );
});

test('what has no letter in it is found nowhere; nothing at all is no search', () => {
  const bank: Institution = { id: 'ins_1', name: 'N26', country: 'DE', reach: [] };
  const search = (text: string) => indexInstitutions([bank]).search({ country: 'DE', text, limit: 5 }).length;
  assert.deepEqual([search('€€'), search('🚂'), search('  '), search('')], [0, 0, 1, 1]);
});

test('every bank is found by its id and by each provider’s word for it', () => {
  fc.assert(
    fc.property(institutions, (all) => {
      const index = indexInstitutions(all);
      for (const one of all) {
        assert.equal(index.find(one.id), one);
        for (const { connectionId, ref } of one.reach) assert.equal(index.findByRef(connectionId, ref), one);
      }
      assert.equal(index.findByRef('con_2', 'ref-0'), undefined);
    }),
  );
});

test('names are folded as people type them', () => {
  for (const [name, typed] of [
    ['Société Générale', 'societe generale'],
    ['Łódzki Bank S.A.', 'lodzki bank s a'],
    ['Sparkasse Gießen', 'sparkasse giessen'],
    ['  Ærø   Bank ', 'aero bank'],
    ['ＵＦＪ', 'ufj'],
  ] as const)
    assert.equal(foldName(name), typed);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => foldName(foldName(text)) === foldName(text)),
  );
});
