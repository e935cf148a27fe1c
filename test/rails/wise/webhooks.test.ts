/** What the simulated Wise tells unasked, and signatures made here with nothing but node:crypto. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { britishPayout, eventually, openRail, settle, startWise } from './start-wise.ts';

const started = await startWise();
after(() => started.stop());

describe('a webhook of Wise', () => {
  it('tells of every state of a payout, by the ref that the payout has', async () => {
    const rail = started.open();
    const order = britishPayout();
    const last = await settle(rail, order, await rail.payout.start(order));
    assert.equal(last.kind, 'done');
    const { ref } = last.result;
    const deliveries = await eventually(() => {
      const all = started.inbox.about('transfers#state-change', ref);
      return all.length >= 4 ? all : undefined;
    });
    const events = deliveries.map(({ body }) => JSON.parse(Buffer.from(body).toString('utf8')));
    const byTime = events.toSorted((one, other) =>
      one.data.occurred_at.localeCompare(other.data.occurred_at),
    );
    assert.deepEqual(
      byTime.map(({ data }) => data.current_state),
      ['incoming_payment_waiting', 'processing', 'funds_converted', 'outgoing_payment_sent'],
    );
    for (const delivery of deliveries) {
      const verdict = await rail.webhook.verify(delivery);
      assert.ok(verdict.kind === 'genuine', inspect(verdict));
      assert.deepEqual(verdict.notices, [{ about: 'payout', ref }]);
    }
  });

  it('tells of money that arrives, by its asset', async () => {
    const { webhook } = started.open();
    await started.payIn({ number: 'BE81967001034024', amountMinor: '500', currency: 'EUR', reference: 'R' });
    const delivery = await eventually(() => started.inbox.about('balances#credit')[0]);
    const verdict = await webhook.verify(delivery);
    assert.ok(verdict.kind === 'genuine', inspect(verdict));
    assert.deepEqual(verdict.notices, [{ about: 'transit', ref: 'iso4217:EUR' }]);
  });

  it('that comes twice has the same id twice', async () => {
    const rail = started.open();
    const first = await rail.payout.start(britishPayout('SIM duplicate'));
    assert.equal(first.kind, 'processing');
    const deliveries = await eventually(() => {
      const all = started.inbox.about('transfers#state-change', first.ref ?? '');
      return all.length >= 8 ? all : undefined;
    });
    const verdicts = await Promise.all(deliveries.map((delivery) => rail.webhook.verify(delivery)));
    const ids = verdicts.map((verdict) => (verdict.kind === 'genuine' ? verdict.id : ''));
    assert.equal(new Set(ids).size, 4);
  });

  it('is not sent where the reference wishes so', async () => {
    const rail = started.open();
    const order = britishPayout('SIM no webhook');
    const last = await settle(rail, order, await rail.payout.start(order));
    assert.equal(last.kind, 'done');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(started.inbox.about('transfers#state-change', last.result.ref), []);
  });
});

describe('a webhook signed elsewhere', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const credentials = {
    ...started.credentials,
    webhook_public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const ports = { http: { send: () => assert.fail() }, now: Date.now, randomUuid: () => '' };
  const { webhook } = openRail(credentials, ports);
  const deliver = (text: string, signature?: string) =>
    webhook.verify({
      method: 'POST',
      path: '/',
      headers: {
        'x-signature-sha256': signature ?? sign('sha256', Buffer.from(text), privateKey).toString('base64'),
      },
      body: Buffer.from(text),
    });
  const noticesOf = async (event: unknown) => {
    const verdict = await deliver(typeof event === 'string' ? event : JSON.stringify(event));
    return verdict.kind === 'genuine' ? verdict.notices : verdict.kind;
  };

  it('with the key in the credentials is genuine, whatever it says', async () => {
    const payout = (data: unknown) => ({ event_type: 'transfers#payout-failure', data });
    assert.deepEqual(await noticesOf(payout({ transfer_id: 5 })), [{ about: 'payout', ref: '5' }]);
    assert.deepEqual(await noticesOf(payout({ resource: { id: 6 } })), [{ about: 'payout', ref: '6' }]);
    assert.deepEqual(await noticesOf(payout({})), []);
    assert.deepEqual(await noticesOf({ event_type: 'cards#card-status-change', data: {} }), []);
    assert.deepEqual(await noticesOf({ event_type: 'balances#update', data: { currency: 'GBP' } }), [
      { about: 'transit', ref: 'iso4217:GBP' },
    ]);
    assert.deepEqual(await noticesOf('no JSON'), []);
  });

  it('names ids of 64 bits digit for digit', async () => {
    const text = '{"event_type":"transfers#state-change","data":{"resource":{"id":9007199254740993}}}';
    assert.deepEqual(await noticesOf(text), [{ about: 'payout', ref: '9007199254740993' }]);
  });

  it('with another key, hash or form of the signature is forged', async () => {
    const text = '{"event_type":"balances#credit","data":{"currency":"GBP"}}';
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const bytes = Buffer.from(text);
    const right = sign('sha256', bytes, privateKey);
    const wrong = [
      sign('sha256', bytes, other).toString('base64'),
      sign('sha1', bytes, privateKey).toString('base64'),
      right.toString('hex'),
      right.subarray(1).toString('base64'),
      `${right.toString('base64')}!`,
      '',
    ];
    for (const signature of wrong) assert.equal((await deliver(text, signature)).kind, 'forged');
    assert.equal((await deliver(text)).kind, 'genuine');
  });
});
