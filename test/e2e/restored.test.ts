/**
 * The database is put back to an earlier day while the providers have gone on. What was open then is asked about, nothing is paid a
 * second time, and what the database never heard of is found in the provider's list.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WISE_API_TOKEN, WISE_PROFILE_ID } from '../../packages/simulator/src/index.ts';
import {
  advance,
  begin,
  create,
  decide,
  eventsOf,
  isOver,
  lookAt,
  type Payment,
  partiesOf,
  pay,
  pounds,
  quoteFor,
  until,
} from '../conformance/paying.ts';
import { createApi } from '../harness/api.ts';
import { type RunningSwitchyard, startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

test('after a restore nothing is paid twice, and everything that was open comes to its end', async () => {
  const dataDir = temporaryDir();
  const copy = `${dataDir}-copy`;
  let switchyard = await startSwitchyard({ dataDir });
  const apiNow = () => createApi(switchyard.baseUrl, switchyard.testKey);
  try {
    let api = apiNow();
    const parties = await partiesOf(api)();
    const toEuros = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
    const inPounds = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
    const begun = [
      await begin(api, await quoteFor(api, inPounds, 'truelayer')),
      await begin(api, await quoteFor(api, toEuros, 'wise')),
    ];
    const untouched = await begin(api, await quoteFor(api, inPounds, 'truelayer'));
    const unused = await quoteFor(api, toEuros, 'wise');

    await switchyard.stop();
    copyWhole(join(dataDir, 'postgres'), copy);
    switchyard = await startSwitchyard({ dataDir });
    api = apiNow();
    for (const payment of begun) await approve(api, payment);
    const lost = await pay(api, unused, 'approve');
    assert.equal(lost.status, 'succeeded');
    const made = await transfersAt(switchyard);
    assert.equal(made.length, 2);

    await switchyard.stop();
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    copyWhole(copy, join(dataDir, 'postgres'));
    const [environment] = restored(dataDir).filter(({ mode }) => mode === 'test');
    assert.equal(environment?.payments, 3);
    assert.ok(environment.quotes > 0);
    switchyard = await startSwitchyard({ dataDir });
    api = apiNow();

    for (const payment of begun) {
      const now = await until(api, payment, isOver);
      assert.equal(now.status, 'succeeded', JSON.stringify(now));
      assert.deepEqual(
        now.legs.map(({ status }) => status),
        now.legs.map(() => 'settled'),
      );
      const events = await eventsOf(api, now);
      assert.ok(events.some(({ data }) => 'status' in data.object && data.object.status === 'unknown'));
    }
    assert.deepEqual(
      await transfersAt(switchyard),
      made,
      'the provider has made what it had made, and no more',
    );

    const waiting = await lookAt(api, untouched);
    assert.equal(waiting.status, 'processing');
    assert.equal(waiting.statusDetail.key, 'payment.finding_out');
    assert.equal((await api(`/v1/payment_intents/${lost.id}`)).status, 404, 'the database never heard of it');
    const again = await create(api, unused);
    assert.equal(again.status, 404, 'so its quote must not be paid again');
  } finally {
    await switchyard.stop();
    for (const dir of [dataDir, copy]) rmSync(dir, { recursive: true, force: true });
  }
});

async function approve(api: ReturnType<typeof createApi>, payment: Payment): Promise<void> {
  const returnParams = await decide(payment, 'approve');
  await advance(api, payment, { returnParams });
  assert.equal((await until(api, payment, isOver)).status, 'succeeded');
}

/** What Wise has been asked to pay, by our keys and its own numbers. */
async function transfersAt({ simulatorUrl }: RunningSwitchyard): Promise<readonly unknown[]> {
  const answer = await fetch(`${simulatorUrl}/wise/v1/transfers?profile=${WISE_PROFILE_ID}&limit=100`, {
    headers: { authorization: `Bearer ${WISE_API_TOKEN}` },
  });
  const listed = (await answer.json()) as { id: number; customerTransactionId: string; status: string }[];
  return listed.map(({ id, customerTransactionId, status }) => ({ id, customerTransactionId, status }));
}

/** With its owners: as root the database is another user's. */
function copyWhole(from: string, to: string): void {
  assert.equal(spawnSync('cp', ['-a', from, to]).status, 0);
}

function restored(dataDir: string): readonly { mode: string; payments: number; quotes: number }[] {
  const program = join(import.meta.dirname, '../../packages/cli/src/main.ts');
  const env = { ...process.env, SWITCHYARD_DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'restored', '-o', 'json'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout).environments;
}
