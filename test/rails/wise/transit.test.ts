/** The balance as a place that money passes through. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { parsePayto } from '@switchyard/payto';
import { startWise } from './start-wise.ts';

const started = await startWise();
after(() => started.stop());

const SCHEMES = { GBP: 'gb-scan', EUR: 'iban', USD: 'ach' } as const;

describe('money that is collected', () => {
  for (const [currency, scheme] of Object.entries(SCHEMES)) {
    it(`in ${currency} goes to an address that holds, and is seen once it has arrived`, async () => {
      const { transit } = started.open();
      const asset = `iso4217:${currency}`;
      const sinceMs = Date.now();
      const collected = await transit.collectTo({ asset, key: crypto.randomUUID() });
      assert.equal(collected.kind, 'done', inspect(collected));
      const { payee, reference } = collected.result;
      const parsed = parsePayto(payee.payto);
      assert.ok(parsed.ok && parsed.address.target.known && parsed.address.target.scheme === scheme);
      assert.ok(payee.holderName.length > 0);
      const before = await started.balance(currency);
      assert.deepEqual(await transit.credits({ asset, reference, sinceMs }), { kind: 'done', result: [] });

      const number = parsed.address.segments.join('-');
      // Banks write around a reference; a payment without it is somebody else's.
      await started.payIn({
        number,
        amountMinor: '12345',
        currency,
        reference: `/RFB/${reference.toLowerCase()} x`,
      });
      await started.payIn({ number, amountMinor: '777', currency, reference: 'Rent' });
      const credits = await transit.credits({ asset, reference, sinceMs });
      assert.equal(credits.kind, 'done');
      assert.deepEqual(
        credits.result.map(({ amount, reference: own }) => [amount, own]),
        [[{ asset, value: 12_345n }, reference]],
      );
      assert.ok(credits.result.every(({ creditedAtMs, id }) => creditedAtMs >= sinceMs && id.length > 0));
      assert.equal((await started.balance(currency)).toFixed(2), (before + 131.22).toFixed(2));
    });
  }

  it('has the same reference for the same key, and another for another', async () => {
    const { transit } = started.open();
    const key = crypto.randomUUID();
    const references = await Promise.all(
      [key, key, crypto.randomUUID()].map(async (each) => {
        const collected = await transit.collectTo({ asset: 'iso4217:GBP', key: each });
        return collected.kind === 'done' ? collected.result.reference : '';
      }),
    );
    assert.equal(references[0], references[1]);
    assert.notEqual(references[0], references[2]);
    for (const reference of references) assert.match(reference, /^[A-Z0-9]{10}$/);
  });

  it('is not credited twice when it is asked for twice, and twice when it was paid twice', async () => {
    const { transit } = started.open();
    const ask = { asset: 'iso4217:GBP', reference: 'TWICE00001', sinceMs: Date.now() };
    const payment = {
      number: '231470-10340017',
      amountMinor: '100',
      currency: 'GBP',
      reference: 'TWICE00001',
    };
    await started.payIn(payment);
    await started.payIn(payment);
    await transit.credits(ask);
    const credits = await transit.credits(ask);
    assert.equal(credits.kind, 'done');
    assert.equal(new Set(credits.result.map(({ id }) => id)).size, 2);
  });

  it('in a currency without a balance or an account number is not to be had', async () => {
    const { transit } = started.open();
    assert.equal((await transit.collectTo({ asset: 'iso4217:SEK', key: 'k' })).kind, 'rejected');
    assert.deepEqual(await transit.credits({ asset: 'iso4217:SEK', reference: 'R', sinceMs: 0 }), {
      kind: 'done',
      result: [],
    });
  });

  it('is looked for as far back as Wise lets us, and not beyond', async () => {
    const { transit } = started.open();
    const reference = 'NOBODYPAID';
    for (const sinceMs of [0, Date.now() + 60_000_000]) {
      const credits = await transit.credits({ asset: 'iso4217:GBP', reference, sinceMs });
      assert.deepEqual(credits, { kind: 'done', result: [] });
    }
  });

  it('is unavailable, and not absent, while Wise has trouble', async () => {
    const { transit } = started.open();
    for (const path of ['/v4', '/v1/profiles']) {
      await started.control('/faults', { provider: 'wise', path, fault: 'error_503', times: 1 });
      const credits = await transit.credits({ asset: 'iso4217:GBP', reference: 'R', sinceMs: 0 });
      assert.equal(credits.kind, 'unavailable');
    }
  });
});
