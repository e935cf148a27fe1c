/** A payment whose user approves after the rate has lapsed: held anew where nobody loses by it, and sent back otherwise. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FxQuote, RailModule } from '@switchyard/rail-kit';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  advance,
  begin,
  decide,
  euros,
  isOver,
  lookAt,
  type Parties,
  type Payment,
  partiesOf,
  quoteFor,
} from '../../../../test/conformance/paying.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

const MINUTE_MS = 60_000;
/** Longer than a quote lives, shorter than this user takes. */
const LOCK_MS = 6 * MINUTE_MS;

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
let parties: Parties;
/** What became of the rate since the quote, in minor units of what leaves the balance. */
let dearerBy = 0n;
let asked = 0;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES.map(withShortLocks) });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  parties = await partiesOf(key.api)();
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

test('a rate that costs no more is locked again, and the payee gets what was quoted to the cent', async () => {
  const done = await payAfterTheLock(0n);
  assert.equal(done.status, 'succeeded', JSON.stringify(done));
  assert.deepEqual(done.moneyPosition, [{ holder: 'payee', custody: 'none', ...euros('5000') }]);
});

test('a rate by which the money would not do sends it back to the payer', async () => {
  const done = await payAfterTheLock(1n);
  assert.deepEqual(
    [done.status, done.failure?.code, done.failure?.explanation.key],
    ['failed', 'expired', 'payment.failed.rate_lapsed'],
    JSON.stringify(done),
  );
  assert.deepEqual(
    done.legs.map(({ kind, status }) => [kind, status]),
    [
      ['pay-in', 'returned'],
      ['payout', 'failed'],
      ['payout', 'settled'],
    ],
  );
  const { send } = done;
  assert.deepEqual(done.moneyPosition, [{ holder: 'payer', custody: 'payer-own-account', ...send }]);
});

async function payAfterTheLock(dearer: bigint): Promise<Payment> {
  dearerBy = 0n;
  const wish = { from: parties.british, to: parties.germanPayee, amount: euros('5000') };
  const payment = await begin(key.api, await quoteFor(key.api, wish, 'truelayer'));
  const returnParams = await decide(payment, 'approve');
  asked = 0;
  dearerBy = dearer;
  server.advance(LOCK_MS + MINUTE_MS);
  await advance(key.api, payment, { returnParams });
  const done = await pressUntilOver(payment);
  assert.equal(asked, 1, 'the rate was asked for once more');
  return done;
}

/** Jobs keep the database's time, which is not put forward with the server's: somebody has to ask. */
async function pressUntilOver(payment: Payment): Promise<Payment> {
  for (let look = 0; look < 100; look += 1) {
    const now: Payment = (await advance(key.api, payment, {})).body;
    if (isOver(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return lookAt(key.api, payment);
}

/** The same adapter, at a provider that holds rates for a shorter time and changes them. */
function withShortLocks(module: RailModule): RailModule {
  return {
    ...module,
    open(input) {
      const rail = module.open(input);
      const { fx } = rail;
      if (fx === undefined) return rail;
      return {
        ...rail,
        fx: {
          ...fx,
          async quote(request) {
            asked += 1;
            const answer = await fx.quote(request);
            return answer.kind === 'done'
              ? { ...answer, result: changed(answer.result, input.ports.now()) }
              : answer;
          },
        },
      };
    },
  };
}

function changed({ send, ...rate }: FxQuote, nowMs: number): FxQuote {
  return { ...rate, send: { ...send, value: send.value + dearerBy }, lockedUntilMs: nowMs + LOCK_MS };
}
