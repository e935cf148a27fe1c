/** Quotes of the simulated Wise as rate locks. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { FxQuote, FxRequest } from '@switchyard/rail-kit';
import { startWise } from './start-wise.ts';

const started = await startWise();
after(() => started.stop());

describe('a rate lock', () => {
  it('for what is received is exact on that side, and the sent side holds the fee', async () => {
    const receive = { value: 100_001n, asset: 'iso4217:EUR' };
    const quoted = await quote({ key: 'k', fixed: 'receive', receive, sendAsset: 'iso4217:USD' });
    assert.deepEqual(quoted.receive, receive);
    assertSums(quoted, 'up');
  });

  it('for what is sent is exact on that side, and the received side is what the rest converts to', async () => {
    const send = { value: 100_001n, asset: 'iso4217:GBP' };
    const quoted = await quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:EUR' });
    assert.deepEqual(quoted.send, send);
    assertSums(quoted, 'down');
  });

  it('ends when the quote ends or the rate does, whichever is first', async () => {
    const send = { value: 5_000n, asset: 'iso4217:GBP' };
    const { lockedUntilMs } = await quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:EUR' });
    assert.ok(lockedUntilMs !== undefined);
    const leftMs = lockedUntilMs - Date.now();
    assert.ok(leftMs > 29 * 60_000 && leftMs <= 30 * 60_000, String(leftMs));
  });

  it('is rejected for what Wise does not convert, and unavailable while it has trouble', async () => {
    const { fx } = started.open();
    const send = { value: 5_000n, asset: 'iso4217:GBP' };
    const foreign = await fx.quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:SEK' });
    assert.deepEqual(foreign, { kind: 'rejected', httpStatus: 400, providerCode: 'CurrencyCode' });
    const token = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
    assert.equal((await fx.quote({ key: 'k', fixed: 'send', send, receiveAsset: token })).kind, 'rejected');
    await started.control('/faults', { provider: 'wise', path: '/v3', fault: 'malformed', times: 1 });
    const cut = await fx.quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:EUR' });
    assert.equal(cut.kind, 'unavailable');
  });
});

async function quote(request: FxRequest): Promise<FxQuote> {
  const quoted = await started.open().fx.quote(request);
  assert.equal(quoted.kind, 'done', inspect(quoted));
  return quoted.result;
}

/** What is sent without the fee, at the rate, is what is received, but for less than a minor unit. */
function assertSums({ send, receive, fee, rate }: FxQuote, rounding: 'up' | 'down'): void {
  assert.equal(fee.asset, send.asset);
  assert.match(rate, /^[0-9]+\.[0-9]{1,6}$/);
  const [whole = '', fraction = ''] = rate.split('.');
  const rateMicros = BigInt(`${whole}${fraction.padEnd(6, '0')}`);
  const atRate = (send.value - fee.value) * rateMicros;
  const slack = atRate - receive.value * 1_000_000n;
  const most = rounding === 'up' ? rateMicros : 1_000_000n;
  assert.ok(slack >= 0n && slack < most, String(slack));
}
