import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteQuote } from '@switchyard/contract';
import { SETTLEMENT_PROFILES, SETTLEMENT_SCHEMES, type SettlementScheme } from '@switchyard/engine';
import type { DeepReadonly } from '../deep-readonly.ts';
import { checkQuote } from './check-quote.ts';

const NOW_MS = Date.UTC(2026, 9, 8);

/** Only what the check reads. */
function quoted(legs: readonly { kind: string; scheme: string }[], referenceMax = 140) {
  const quote = {
    digest: 'sha256:0',
    expiresAt: new Date(NOW_MS + 1).toISOString(),
    legs: legs.map((leg) => ({ rail: 'sample', ...leg })),
    referenceMax,
  };
  return quote as unknown as DeepReadonly<RouteQuote>;
}

function refusalOf(quote: DeepReadonly<RouteQuote>, reference: string): readonly (string | undefined)[] {
  const check = { quote, digest: quote.digest, reference, usedBy: undefined, nowMs: NOW_MS };
  const checked = checkQuote({ ...check, standing: { is: 'held' } });
  return checked.ok ? [] : [checked.error.code, checked.error.param, checked.error.explanation?.key];
}

const REFUSED = ['invalid_request', 'reference', 'reference.characters'];

/** What each scheme must carry, and what it cannot. */
const REFERENCES: Readonly<Record<SettlementScheme, { readonly max?: number; no?: readonly string[] }>> = {
  'sepa-sct': { max: 140, no: ['Überweisung', 'a&b', 'a_b', 'a\nb'] },
  'sepa-sct-inst': { max: 140, no: ['é', 'a@b'] },
  'gb-fps': { max: 18, no: ['a_b', 'a+b', '£5'] },
  'gb-bacs': { max: 18, no: ['a_b', "it's"] },
  'gb-chaps': { max: 140, no: ['a&b', 'ü'] },
  'us-ach': { max: 80, no: ['ñ', 'a\tb'] },
  'us-ach-same-day': { max: 80, no: ['ñ'] },
  'us-rtp': { max: 140, no: ['ñ'] },
  'us-fednow': { max: 140, no: ['ñ'] },
  'us-fedwire': { max: 140, no: ['ñ'] },
  'pl-elixir': { max: 140, no: ['łódź'] },
  'pl-express-elixir': { max: 140, no: ['ł'] },
  'se-bankgirot': {},
  'se-rix-inst': {},
  swift: { max: 140, no: ['a#b', 'ü'] },
  'evm-erc20': { max: 0, no: ['a'] },
};

for (const scheme of SETTLEMENT_SCHEMES) {
  test(`${scheme}: a reference with what the scheme cannot carry is refused, and any other is not`, () => {
    const { max, no = [] } = REFERENCES[scheme];
    assert.equal(SETTLEMENT_PROFILES[scheme].reference?.max, max);
    for (const reference of no)
      assert.deepEqual(refusalOf(quoted([{ kind: 'payout', scheme }]), reference), REFUSED, reference);
    if (max !== 0)
      assert.deepEqual(refusalOf(quoted([{ kind: 'payment', scheme }]), 'Invoice 4711-A/2 .'), []);
  });
}

test('every leg that carries the reference must, and a pay-in carries another one', () => {
  const [fps, sepa] = [{ scheme: 'gb-fps' }, { scheme: 'sepa-sct' }];
  assert.deepEqual(
    refusalOf(
      quoted([
        { kind: 'pay-in', ...fps },
        { kind: 'payout', ...sepa },
      ]),
      'a+b',
    ),
    [],
  );
  assert.deepEqual(
    refusalOf(
      quoted([
        { kind: 'payment', ...sepa },
        { kind: 'payout', ...fps },
      ]),
      'a+b',
    ),
    REFUSED,
  );
});

test('length counts characters as people see code points, and is checked first', () => {
  const quote = quoted([{ kind: 'payment', scheme: 'se-rix-inst' }], 3);
  assert.deepEqual(refusalOf(quote, '🚂🚂🚂'), []);
  assert.deepEqual(refusalOf(quote, '🚂🚂🚂🚂'), ['invalid_request', 'reference', 'reference.too_long']);
});
