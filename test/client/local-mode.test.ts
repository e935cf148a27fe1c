/** The client against the running service: the same bytes, the same refusals, and outcomes that are learnt from. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson, type DecisionRequest, type JsonObject } from '@switchyard/engine';
import fc from 'fast-check';
import { createSwitchyard, SnapshotRefused, SwitchyardError } from '../../packages/client/src/index.ts';
import { createApi } from '../harness/api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';
import { arbitraryRequestFor } from './arbitrary-request.ts';

const REQUESTS = 500;
const SEED = 20_261_008;
const REQUEST: DecisionRequest = {
  operation: 'banking.pis.single',
  amount: { value: '2500', asset: 'iso4217:EUR' },
  payer: { country: 'DE', scheme: 'iban' },
  payee: { country: 'DE', scheme: 'iban' },
};

let running: RunningSwitchyard;
before(async () => {
  running = await startSwitchyard();
});
after(() => running?.stop());

/** A client whose clock can be set. */
function connect(key = running.testKey) {
  const clock = { nowMs: Date.now() };
  return { clock, ...createSwitchyard({ baseUrl: running.baseUrl, key, now: () => clock.nowMs }) };
}

interface Compared {
  routed: number;
  /** Left to chance, which is to say: to the id. */
  drawn: number;
}

/** Each random request is decided by the service and here. Answers what kinds of decision were among them. */
async function compareDecisions(client: ReturnType<typeof connect>): Promise<Compared> {
  const api = createApi(running.baseUrl, running.testKey);
  const { snapshot } = await client.snapshot.pull();
  const requests = fc.sample(arbitraryRequestFor(snapshot), { seed: SEED, numRuns: REQUESTS });
  const compared = { routed: 0, drawn: 0 };
  await inParallel(requests, 16, async (request) => {
    const { status, text, body } = await api('/v1/route_decisions', { body: request });
    assert.equal(status, 200, text);
    client.clock.nowMs = Date.parse(body.createdAt);
    const { decision } = client.decide(request, { id: body.id });
    assert.equal(canonical(decision), canonical(body), JSON.stringify(request));
    compared.routed += body.outcome === 'routed' ? 1 : 0;
    compared.drawn += body.propensityPpm < 1_000_000 ? 1 : 0;
  });
  return compared;
}

test('the service and the client decide alike, to the byte', async () => {
  const { routed, drawn } = await compareDecisions(connect());
  assert(routed > REQUESTS / 10 && routed < REQUESTS, `${routed} of ${REQUESTS} were routed`);
  assert(drawn > 10, `${drawn} were drawn`);
});

test('a second pull finds nothing newer', async () => {
  const { snapshot } = connect();
  assert.equal((await snapshot.pull()).changed, true);
  assert.equal((await snapshot.pull()).changed, false);
  assert.deepEqual(snapshot.current()?.stale, false);
  assert.deepEqual(snapshot.current()?.sameEngine, true);
});

test('outcomes of local decisions are learnt from, and both still decide alike', async () => {
  const client = connect();
  await client.snapshot.pull();
  const { decision } = client.decide(REQUEST);
  const rail = decision.rail ?? assert.fail('no route');
  const outcome = await client.outcomes.report({
    decision: decision.id,
    rail,
    status: 'succeeded',
    latencyMs: 1_234,
    providerFee: { amount: '0.27', currency: 'EUR' },
  });
  assert.deepEqual(outcome.context, { operation: 'banking.pis.single', country: 'DE' });
  assert.equal(outcome.rank, null);
  assert(outcome.effects.reliability.after > outcome.effects.reliability.before);
  await untilChanged(client);
  await compareDecisions(client);
});

test('the same status again returns the first record', async () => {
  const client = connect();
  await client.snapshot.pull();
  const { decision } = client.decide(REQUEST);
  const rail = decision.rail ?? assert.fail('no route');
  const report = {
    decision: decision.id,
    rail,
    status: 'failed',
    latencyMs: 10,
    failureCode: 'timeout',
  } as const;
  const first = await client.outcomes.report(report);
  assert.deepEqual(await client.outcomes.report({ ...report, latencyMs: 20 }), first);
});

test('following brings what others taught the service', async () => {
  const [teacher, follower] = [connect(), connect()];
  await follower.snapshot.pull();
  const digest = follower.snapshot.current()?.snapshot.digest;
  const errors: unknown[] = [];
  const stop = follower.snapshot.follow({ everyMs: 200, onError: (error) => errors.push(error) });
  await teacher.snapshot.pull();
  const { decision } = teacher.decide(REQUEST);
  const rail = decision.rail ?? assert.fail('no route');
  await teacher.outcomes.report({ decision: decision.id, rail, status: 'failed', latencyMs: 10 });
  while (follower.snapshot.current()?.snapshot.digest === digest) await sleep(50);
  stop();
  assert.deepEqual(errors, []);
});

test('a decision that nobody knows needs a context', async () => {
  const { outcomes } = connect();
  const report = { decision: 'dec_0123456789abcdef', rail: 'tink', status: 'failed', latencyMs: 1 } as const;
  await assert.rejects(
    outcomes.report(report),
    (error) =>
      error instanceof SwitchyardError &&
      error.status === 404 &&
      error.code === 'NOT_FOUND' &&
      error.dataCode === 'not_found' &&
      error.param === 'decision' &&
      /^req_/.test(error.requestId ?? '') &&
      error.explanation !== undefined,
  );
  const context = { operation: 'banking.pis.single', country: 'DE' } as const;
  assert.deepEqual((await outcomes.report({ ...report, context })).context, context);
});

test('a key that is not known is an error of the service', async () => {
  await assert.rejects(
    connect(`${running.testKey.slice(0, -1)}!`).snapshot.pull(),
    (error) => error instanceof SwitchyardError && error.status === 401 && error.dataCode === 'unauthorized',
  );
});

test("a live key does not decide by the test environment's snapshot", async () => {
  const { snapshot } = await connect().snapshot.pull();
  assert.throws(() => connect(running.liveKey).snapshot.load(snapshot), SnapshotRefused);
});

async function untilChanged({ snapshot }: ReturnType<typeof connect>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await snapshot.pull()).changed) {
    assert(performance.now() < deadline, 'the snapshot never changed');
    await sleep(100);
  }
}

function canonical(value: unknown): string {
  // Both are JSON: one came over the wire, the other is about to be written as such.
  return canonicalJson(value as JsonObject);
}
