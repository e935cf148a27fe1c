import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapabilityId } from '@switchyard/engine';
import { loadCatalogue } from '@switchyard/rails';
import { coverageOf } from './coverage-of.ts';

const CATALOGUE = loadCatalogue();
const BARCLAYS = bank('ins_barclays', 'GB');
const DEUTSCHE = bank('ins_deutsche', 'DE');
const NUBANK = bank('ins_nubank', 'BR');

test('a bank is reached by the rails that do its business in its country, in the order of the connections', () => {
  const connections = [connected('yapily'), connected('tink'), connected('truelayer'), connected('tink')];
  assert.deepEqual(coverageOf([BARCLAYS, DEUTSCHE, NUBANK], connections, CATALOGUE), [
    { institution: 'ins_barclays', country: 'GB', rails: [reached('yapily', 1), reached('truelayer', 2)] },
    {
      institution: 'ins_deutsche',
      country: 'DE',
      rails: [reached('yapily', 1), reached('tink', 2), reached('truelayer', 3)],
    },
    { institution: 'ins_nubank', country: 'BR', rails: [] },
  ]);
});

test('what a connection leaves out it does not reach', () => {
  const narrowed = [
    connected('tink', { countries: ['SE'] }),
    // TrueLayer has balances in Spain but not in Germany.
    connected('truelayer', { operations: ['banking.ais.balances'] }),
  ];
  assert.deepEqual(coverageOf([DEUTSCHE], narrowed, CATALOGUE)[0]?.rails, []);
  assert.deepEqual(coverageOf([bank('ins_bbva', 'ES')], narrowed, CATALOGUE)[0]?.rails, [
    reached('truelayer', 1),
  ]);
  // The second connection of the rail makes good for the first.
  const both = [connected('tink', { countries: ['SE'] }), connected('yapily'), connected('tink')];
  assert.deepEqual(coverageOf([DEUTSCHE], both, CATALOGUE)[0]?.rails, [
    reached('yapily', 1),
    reached('tink', 2),
  ]);
});

test('rails that do nothing at a bank reach none', () => {
  const away = [connected('onfido'), connected('complyadvantage'), connected('currencycloud')];
  assert.deepEqual(coverageOf([BARCLAYS], away, CATALOGUE)[0]?.rails, []);
});

test('restrictions are kept in the order of the vocabulary, and foreign ones are passed over', () => {
  const operations = ['banking.pis.bulk', 'banking.ais.balances'] as const;
  const restrictions = [
    { institution: 'ins_barclays', rail: 'yapily', operations },
    { institution: 'ins_barclays', rail: 'tink', operations },
    { institution: 'ins_other', rail: 'yapily', operations },
  ];
  const [coverage] = coverageOf([BARCLAYS], [connected('yapily')], CATALOGUE, restrictions);
  assert.deepEqual(coverage?.rails, [
    { rail: 'yapily', rank: 1, restricted: ['banking.ais.balances', 'banking.pis.bulk'] },
  ]);
});

function bank(id: string, country: string) {
  return { id, country, name: id, nationalCodes: [] };
}

function connected(
  rail: string,
  narrowing: { readonly countries?: readonly string[]; readonly operations?: readonly CapabilityId[] } = {},
) {
  return { rail, countries: [], operations: [], ...narrowing };
}

function reached(rail: string, rank: number) {
  return { rail, rank, restricted: [] };
}
