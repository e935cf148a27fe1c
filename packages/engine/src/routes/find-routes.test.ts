import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import { EUR, GBP, NOW_MS, samplePrice } from '../decide/testing/sample-snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import { checkSums } from './check-sums.ts';
import type { RouteRequest } from './route-request.ts';
import {
  answerAt,
  BRITON,
  GERMAN,
  initiator,
  POUND_IN_EUROS,
  sampleEnd,
  sampleNetwork,
  sampleRouteRequest,
  transit,
  USDC,
  wallet,
} from './testing/sample-routes.ts';

const HOUR_MS = 3_600_000;
const GBP_TO_EUR = sampleRouteRequest({
  from: BRITON,
  to: GERMAN,
  amount: { value: '10000', asset: EUR },
});

test('two euro accounts are a payment apart, over every scheme there is', () => {
  const { quotes, infeasible, suggestion, wanted } = find(sampleNetwork([initiator('alder')]));
  assert.deepEqual(
    quotes.map(({ legs }) => legs.map(({ kind, scheme }) => `${kind} ${scheme}`)),
    [['payment sepa-sct-inst'], ['payment sepa-sct']],
  );
  assert.deepEqual([infeasible, suggestion, wanted], [[], null, []]);
  const [first] = quotes;
  assert.deepEqual(first?.labels, ['cheapest', 'fastest', 'recommended']);
  assert.deepEqual(first?.cost, { value: '20', asset: EUR });
  assert.equal(first?.referenceMax, 35);
  assert.equal(first?.returnPolicy.mode, 'none_needed');
  assert.equal(first?.legs[0]?.requiresAction, true);
  assert.equal(first?.arrival.p50, '2026-10-08T09:30:06.000Z');
  assert.equal(first?.arrival.p95, '2026-10-08T09:30:14.000Z');
  assert.equal(first?.expiresAt, '2026-10-08T09:35:00.000Z');
});

test('pounds become euros on the way through a provider, at the rate that it locks', () => {
  const snapshot = sampleNetwork([initiator('alder'), transit('wise')]);
  const first = find(snapshot, GBP_TO_EUR);
  assert.deepEqual(first.quotes, []);
  assert.equal(first.wanted.length, 1);
  const [wanted] = first.wanted;
  assert.ok(wanted !== undefined);
  assert.deepEqual(
    { ...wanted, key: '' },
    {
      connection: 'con_wise0000000',
      rail: 'wise',
      key: '',
      fixed: 'receive',
      amount: { value: '10000', asset: EUR },
      otherAsset: GBP,
    },
  );
  assert.deepEqual(
    first.infeasible.map(({ rail, code }) => `${rail} ${code}`),
    ['alder fx.quote_wanted', 'wise fx.quote_wanted'],
  );

  const lockedUntilMs = NOW_MS + 3 * HOUR_MS;
  const quote = answerAt(wanted, POUND_IN_EUROS, { lockedUntilMs });
  const { quotes, infeasible } = find(snapshot, { ...GBP_TO_EUR, fxQuotes: [quote] });
  assert.deepEqual(infeasible, []);
  const [best] = quotes;
  assert.ok(best !== undefined);
  assert.deepEqual(
    best.legs.map(({ kind, rail, scheme, capability }) => [kind, rail, scheme, capability]),
    [
      ['pay-in', 'alder', 'gb-fps', 'banking.pis.single'],
      ['payout', 'wise', 'sepa-sct-inst', 'money.cross-border'],
    ],
  );
  assert.equal(best.fixed, 'receive');
  assert.deepEqual(best.receive, { value: '10000', asset: EUR });
  // 100.00 EUR are 80.645… GBP, rounded up, and 0.50 for the provider.
  assert.deepEqual(best.send, { value: '8115', asset: GBP });
  assert.deepEqual(best.fees, [{ name: 'fx', rail: 'wise', amount: { value: '50', asset: GBP } }]);
  assert.deepEqual(best.fx, {
    rate: '1.24',
    mid: '1.25',
    source: 'snapshot',
    lockedUntil: new Date(lockedUntilMs).toISOString(),
  });
  assert.deepEqual(best.custody, ['payer-own-account', 'provider-transit']);
  assert.equal(best.referenceMax, 18);
  assert.equal(best.returnPolicy.mode, 'to_payer');
  assert.deepEqual(best.fxQuote, { sequence: 2, key: wanted.key, ref: quote.ref });
  assert.deepEqual(checkSums(best), []);
});

test('an amount that the payee does not take is what the payer sends', () => {
  const snapshot = sampleNetwork([initiator('alder'), transit('wise')]);
  const request = { ...GBP_TO_EUR, amount: { value: '10000', asset: GBP } };
  const [wanted] = find(snapshot, request).wanted;
  assert.ok(wanted !== undefined);
  const [best] = find(snapshot, { ...request, fxQuotes: [answerAt(wanted, POUND_IN_EUROS)] }).quotes;
  assert.equal(best?.fixed, 'send');
  assert.deepEqual(best?.send, { value: '10000', asset: GBP });
  assert.deepEqual(best?.receive, { value: '12338', asset: EUR });
  assert.equal(best?.fx?.lockedUntil, undefined);
});

test('a lock that does not outlive the way to it makes no quote', () => {
  const snapshot = sampleNetwork([initiator('alder'), transit('wise')]);
  const [wanted] = find(snapshot, GBP_TO_EUR).wanted;
  assert.ok(wanted !== undefined);
  const at = (lockedUntilMs: number) =>
    find(snapshot, { ...GBP_TO_EUR, fxQuotes: [answerAt(wanted, POUND_IN_EUROS, { lockedUntilMs })] });
  // Faster Payments take two minutes without luck, and the connection four seconds.
  const slowMs = NOW_MS + 124_000;
  assert.equal(at(slowMs).quotes.length, 2);
  const { quotes, infeasible } = at(slowMs - 1);
  assert.deepEqual(quotes, []);
  assert.deepEqual(
    infeasible.map(({ rail, connection, code, legs }) => [rail, connection, code, legs?.length]),
    [
      ['alder', 'con_alder0000000', 'fx.lock_too_short', undefined],
      ['wise', 'con_wise0000000', 'fx.lock_too_short', undefined],
      ['wise', undefined, 'fx.lock_too_short', 2],
    ],
  );
});

test('a quote dies with its rate', () => {
  const snapshot = sampleNetwork([
    initiator('alder', {
      payment: { schemes: ['sepa-sct-inst'], finality: 'accepted', referenceMax: 35 },
    }),
    transit('wise'),
  ]);
  const request = sampleRouteRequest({
    to: { ...BRITON, scheme: 'gb-scan' },
    amount: { value: '10000', asset: GBP },
  });
  const [wanted] = find(snapshot, request).wanted;
  assert.ok(wanted !== undefined);
  const rate = { text: '0.79', numerator: 79n, denominator: 100n };
  const quote = answerAt(wanted, rate, { lockedUntilMs: NOW_MS + 60_000 });
  const [best] = find(snapshot, { ...request, fxQuotes: [quote] }).quotes;
  assert.equal(best?.expiresAt, new Date(NOW_MS + 60_000).toISOString());
});

test('a provider that quotes no rates is priced by the mid-market rate and its listed spread, and says so', () => {
  const { fx: _, ...connection } = transit('wise').connection;
  const snapshot = sampleNetwork([initiator('alder'), { rail: transit('wise').rail, connection }]);
  assert.deepEqual(
    find(snapshot, GBP_TO_EUR).infeasible.map(({ code }) => code),
    ['fx.rate_unknown', 'fx.rate_unknown', 'fx.rate_unknown'],
  );
  const prices = [samplePrice('wise', 0, 100, { when: { operations: ['money.fx'] } }), ...snapshot.prices];
  const { quotes, wanted } = find({ ...snapshot, prices }, GBP_TO_EUR);
  assert.deepEqual(wanted, []);
  const [best] = quotes;
  // 1.25 less a hundredth is 1.2375.
  assert.deepEqual(best?.send, { value: '8081', asset: GBP });
  assert.deepEqual(best?.fx, { rate: '1.2375', mid: '1.25', source: 'snapshot' });
  assert.equal(best?.explanation.key, 'route.rate_indicative');
  assert.equal(best?.fxQuote, undefined);
});

test('a provider that converts on its balance does so in a leg of its own', () => {
  const snapshot = sampleNetwork([
    initiator('alder'),
    transit('wise', { fx: { assets: [GBP, EUR], standalone: true } }),
  ]);
  const [wanted] = find(snapshot, GBP_TO_EUR).wanted;
  assert.ok(wanted !== undefined);
  const [best] = find(snapshot, { ...GBP_TO_EUR, fxQuotes: [answerAt(wanted, POUND_IN_EUROS)] }).quotes;
  assert.deepEqual(
    best?.legs.map(({ kind, scheme }) => `${kind} ${scheme}`),
    ['pay-in gb-fps', 'fx internal', 'payout sepa-sct-inst'],
  );
  assert.equal(best?.fxQuote?.sequence, 2);
});

test('money may pass over two balances, in four legs and no more', () => {
  const far = transit('far', {
    transit: { assets: [EUR], schemes: ['sepa-sct-inst'] },
    payout: { assets: [EUR], schemes: ['sepa-sct'], referenceMax: 18 },
  });
  const near = transit('near', {
    fx: { assets: [GBP, EUR], standalone: true },
    payout: { assets: [EUR], schemes: ['sepa-sct-inst'], referenceMax: 18 },
  });
  // The near provider reaches no German account itself, but the far provider's balance.
  const nearOnly = { ...near, rail: { ...near.rail, schemes: ['gb-scan'] } };
  const snapshot = sampleNetwork([initiator('alder'), nearOnly, far]);
  const [wanted] = find(snapshot, GBP_TO_EUR).wanted;
  assert.ok(wanted !== undefined);
  const { quotes } = find(snapshot, { ...GBP_TO_EUR, fxQuotes: [answerAt(wanted, POUND_IN_EUROS)] });
  assert.deepEqual(
    quotes.map(({ legs }) => legs.map(({ kind, rail }) => `${kind} ${rail}`)),
    [['pay-in alder', 'fx near', 'payout near', 'payout far']],
  );
});

test('a balance that is only a detour is left out, and named as one', () => {
  const { quotes, infeasible } = find(sampleNetwork([initiator('alder'), transit('wise')]));
  assert.ok(quotes.every(({ legs }) => legs.length === 1));
  assert.deepEqual(
    infeasible.map(({ rail, code }) => [rail, code]),
    [['wise', 'route.detour']],
  );
});

test('tokens go from a wallet to a wallet, if the connection has its key', () => {
  const request = sampleRouteRequest({
    from: sampleEnd('acct_wallet00', { scheme: 'eth', assets: [USDC], links: ['con_base0000000'] }),
    to: sampleEnd('acct_wallet11', { scheme: 'eth', assets: [USDC] }),
    amount: { value: '1000000', asset: USDC },
  });
  const snapshot = sampleNetwork([wallet('base', { onChain: { assets: [USDC], linkedOnly: true } })]);
  const [quote] = find(snapshot, request).quotes;
  assert.deepEqual(
    quote?.legs.map(({ kind, scheme, requiresAction }) => [kind, scheme, requiresAction]),
    [['on-chain', 'evm-erc20', false]],
  );
  assert.equal(quote?.referenceMax, 0);
  const stranger = { ...request, from: { ...request.from, links: [] } };
  const { infeasible, suggestion } = find(snapshot, stranger);
  assert.deepEqual(
    infeasible.map(({ code }) => code),
    ['account.not_linked'],
  );
  assert.equal(suggestion?.action, 'link_account');
});

test('a debit goes only to the balance of whoever debits', () => {
  const USD = 'iso4217:USD';
  const rail = {
    ...transit('plaid').rail,
    schemes: ['ach'],
    custody: ['payer-own-account', 'provider-transit'] as const,
    capabilities: [
      { id: 'banking.pay-ins.debit' as const, countries: ['US'] },
      { id: 'banking.payouts' as const, countries: ['US'] },
    ],
  };
  const { fx: _, ...connection } = transit('plaid', {
    payment: { schemes: ['us-ach'], finality: 'accepted', referenceMax: 10, linkedOnly: true },
    transit: { assets: [USD], schemes: ['us-ach'] },
    payout: { assets: [USD], schemes: ['us-rtp'], referenceMax: 10 },
  }).connection;
  const request = sampleRouteRequest({
    from: sampleEnd('acct_yankee00', { country: 'US', scheme: 'ach', assets: [USD], links: [connection.id] }),
    to: sampleEnd('acct_yankee11', { country: 'US', scheme: 'ach', assets: [USD] }),
    amount: { value: '10000', asset: USD },
  });
  const { quotes } = find(sampleNetwork([{ rail, connection }]), request);
  assert.deepEqual(
    quotes.map(({ legs }) => legs.map(({ kind, capability, custody }) => [kind, capability, custody])),
    [
      [
        ['pay-in', 'banking.pay-ins.debit', 'payer-own-account'],
        ['payout', 'banking.payouts', 'provider-transit'],
      ],
    ],
  );
  assert.equal(quotes[0]?.legs[0]?.requiresAction, false);
});

test('the rail that the request prefers comes first, and nobody is left out for it', () => {
  const snapshot = sampleNetwork([initiator('alder'), initiator('birch')], {
    prices: [samplePrice('alder', 10), samplePrice('birch', 30)],
  });
  const rails = (request: Partial<RouteRequest>) =>
    find(snapshot, sampleRouteRequest(request)).quotes.map(({ legs }) => legs[0]?.rail);
  assert.deepEqual(rails({}), ['alder', 'alder', 'birch', 'birch']);
  assert.deepEqual(rails({ preferRail: 'birch' }), ['birch', 'birch', 'alder', 'alder']);
  assert.deepEqual(rails({ preference: 'fastest' }), ['alder', 'birch', 'alder', 'birch']);
});

test('what banks do at night and on holidays is done on the next business day', () => {
  const snapshot = sampleNetwork([
    initiator('alder', { payment: { schemes: ['sepa-sct'], finality: 'accepted', referenceMax: 35 } }),
  ]);
  const arrivalAt = (time: string) =>
    compile(snapshot).findRoutes(sampleRouteRequest(), { nowMs: Date.parse(time) }).quotes[0]?.arrival;
  // Good Friday and Easter Monday 2026 are the 3rd and 6th of April.
  assert.deepEqual(arrivalAt('2026-04-02T16:00:00Z'), {
    p50: '2026-04-07T09:00:00.000Z',
    p95: '2026-04-08T16:00:00.000Z',
  });
  assert.deepEqual(arrivalAt('2026-11-15T09:00:00Z'), {
    p50: '2026-11-16T10:00:00.000Z',
    p95: '2026-11-17T17:00:00.000Z',
  });
});

test('whoever has a label is shown, however many routes come before it', () => {
  const ids = Array.from({ length: 12 }, (_, at) => `rail-${String(at).padStart(2, '0')}`);
  // The dearer, the faster: nobody beats anybody.
  const connected = ids.map((id, at) =>
    initiator(id, {
      payment: { schemes: ['sepa-sct-inst'], finality: 'accepted', referenceMax: 35 },
      declaredLatency: { p50Ms: 5_000 - at * 100, p95Ms: 9_000 },
    }),
  );
  const prices = ids.map((id, at) => samplePrice(id, 10 + at));
  const { quotes } = find(sampleNetwork(connected, { prices }));
  assert.equal(quotes.length, 10);
  assert.deepEqual(quotes[0]?.labels.includes('cheapest'), true);
  assert.deepEqual(
    quotes.filter(({ labels }) => labels.includes('fastest')).map(({ legs }) => legs[0]?.rail),
    ['rail-11'],
  );
});

test('SEPA does not reach an account outside its countries', () => {
  const to = sampleEnd('acct_payee000', { country: 'AE' });
  const { quotes, infeasible } = find(sampleNetwork([initiator('alder')]), sampleRouteRequest({ to }));
  assert.deepEqual(quotes, []);
  assert.deepEqual(
    infeasible.map(({ code }) => code),
    ['route.scheme_unreachable'],
  );
});

test('no more than twenty failed paths are told', () => {
  const ramps = Array.from({ length: 25 }, (_, at) => {
    const { rail, connection } = transit(`ramp-${at}`);
    return { rail, connection: { ...connection, mode: 'decide' as const } };
  });
  const { infeasible } = find(sampleNetwork(ramps));
  assert.equal(infeasible.filter(({ connection }) => connection !== undefined).length, 25);
  assert.equal(infeasible.filter(({ connection }) => connection === undefined).length, 20);
});

function find(snapshot: Snapshot, request: RouteRequest = sampleRouteRequest()) {
  return compile(snapshot).findRoutes(request, { nowMs: NOW_MS });
}

test('a scheme carries no asset but its own, also from one balance to another', () => {
  const snapshot = sampleNetwork([initiator('alder'), transit('near'), transit('far')]);
  const { wanted } = find(snapshot, GBP_TO_EUR);
  const { quotes } = find(snapshot, {
    ...GBP_TO_EUR,
    fxQuotes: wanted.map((one) => answerAt(one, POUND_IN_EUROS)),
  });
  assert.ok(quotes.length > 0);
  for (const { scheme, receive } of quotes.flatMap(({ legs }) => legs))
    assert.equal(receive.asset, scheme === 'gb-fps' ? GBP : EUR);
});

test('a way that its last leg makes dearer than a shorter one over the same rails is a detour', () => {
  const cheap = samplePrice('near', 1);
  const snapshot = sampleNetwork([initiator('alder'), transit('near'), transit('far')], {
    // Handing over is cheaper than paying out, until the second payout is paid for.
    prices: [
      samplePrice('alder', 20),
      { ...cheap, when: { operations: ['banking.payouts'] } },
      samplePrice('near', 60),
      samplePrice('far', 90),
    ],
  });
  const { wanted } = find(snapshot, GBP_TO_EUR);
  const { quotes } = find(snapshot, {
    ...GBP_TO_EUR,
    fxQuotes: wanted.map((one) => answerAt(one, POUND_IN_EUROS)),
  });
  assert.deepEqual(new Set(quotes.map(({ legs }) => legs.length)), new Set([2]));
});

test('two connections of one rail are told apart by their labels', () => {
  const near = transit('wise', { label: 'Wise in London' });
  const far = { ...near, connection: { ...near.connection, id: 'con_far00000', label: 'Wise in Brussels' } };
  const snapshot = sampleNetwork([initiator('alder'), near, far]);
  const { wanted } = find(snapshot, GBP_TO_EUR);
  const { quotes } = find(snapshot, {
    ...GBP_TO_EUR,
    fxQuotes: wanted.map((one) => answerAt(one, POUND_IN_EUROS)),
  });
  const names = quotes.map(({ explanation }) => explanation.vars.route);
  assert.ok(
    names.some((name) => name?.startsWith('ALDER (gb-fps) → Wise in London (')),
    names.join('; '),
  );
  assert.ok(
    names.some((name) => name?.startsWith('ALDER (gb-fps) → Wise in Brussels (')),
    names.join('; '),
  );
});

test('a reference may be as long as both the rail and the scheme of every leg carry it', () => {
  const roomy = { schemes: ['gb-fps', 'sepa-sct-inst'] as const, finality: 'accepted' as const };
  const max = (referenceMax: number, to: Partial<typeof GERMAN>) => {
    const snapshot = sampleNetwork([initiator('alder', { payment: { ...roomy, referenceMax } })]);
    const [scheme, country] = [to.scheme ?? 'iban', to.country ?? 'DE'];
    const from = sampleEnd('acct_payer000', { ...to, scheme, country });
    return find(snapshot, sampleRouteRequest({ from, to: sampleEnd('acct_payee000', to), ...amountOf(to) }))
      .quotes[0]?.referenceMax;
  };
  const pounds = { country: 'GB', scheme: 'gb-scan', assets: [GBP] };
  assert.deepEqual([max(500, pounds), max(10, pounds)], [18, 10]);
  assert.deepEqual([max(500, {}), max(35, {})], [140, 35]);
});

function amountOf({ assets = [EUR] }: { readonly assets?: readonly string[] }) {
  return { amount: { value: '10000', asset: assets[0] ?? EUR } };
}
