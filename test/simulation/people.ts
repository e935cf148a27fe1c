/**
 * Those who use the service: a shop that creates payments and tries again when it hears nothing, its user who approves, declines
 * or goes away, and people who cancel at the worst moment. They know only what they were answered.
 */
import type { Outcome } from '../../packages/server/src/operations/execute.ts';
import type { Faults } from './faults.ts';
import type { Oracle } from './oracle.ts';
import type { Ledger } from './providers/ledger.ts';
import { bodyOf, type PresentedIntent, type Service } from './service.ts';
import type { Quote } from './setting.ts';
import type { World } from './world.ts';

export interface Town {
  readonly world: World;
  readonly ledger: Ledger;
  readonly oracle: Oracle;
  readonly outcomes: Faults;
  /** One that is up, if any is. */
  service(): Service | undefined;
}

const PATIENCE_MS = 20_000;
const TRIES_MAX = 6;
const RETURN_URI = 'https://shop.example/return';

/** Undefined when no answer came: then nobody knows, and it is tried again. */
async function ask(town: Town, call: (service: Service) => Promise<Outcome>): Promise<Outcome | undefined> {
  const { world } = town;
  const service = town.service();
  if (service === undefined) return world.sleep(1_000).then(() => undefined);
  const answered = call(service).catch((error: unknown) => {
    town.oracle.onThrown(error);
    return undefined;
  });
  return Promise.race([answered, world.sleep(PATIENCE_MS).then(() => undefined)]);
}

export async function pay(town: Town, quote: Quote): Promise<void> {
  const { world, oracle } = town;
  const { random } = world;
  await world.sleep(random.between(0, 20_000));
  if (random.chance(0.1)) {
    const digest = `sha256:${'0'.repeat(64)}`;
    const wrong = await ask(town, (service) => service.create(bodyFor(quote, digest), `wrong ${quote.id}`));
    if (wrong?.ok === true) world.violation('terms that nobody saw were paid');
  }
  const keys = random.chance(0.3) ? [`a ${quote.id}`, `b ${quote.id}`] : [`a ${quote.id}`];
  const created = await Promise.all(keys.map((key) => create(town, quote, key)));
  const ids = created.flatMap((id) => (id === undefined ? [] : [id]));
  for (const id of ids) oracle.onAcknowledged(id, quote.id);
  if (random.chance(0.1) && ids.length > 0) {
    const other = await ask(town, (service) =>
      service.create({ ...bodyFor(quote, quote.digest), reference: 'other' }, keys[0] ?? ''),
    );
    if (other?.ok === true) world.violation('another request was answered under a key that was taken');
  }
  const id = ids[0];
  if (id === undefined) return;
  if (random.chance(0.25)) void cancel(town, id);
  await watch(town, id);
}

async function create(town: Town, quote: Quote, key: string): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const outcome = await ask(town, (service) => service.create(bodyFor(quote, quote.digest), key));
    if (outcome?.ok === true) return bodyOf(outcome.value).id;
    const isOver = outcome !== undefined && outcome.error.code !== 'idempotency_conflict';
    if (isOver) return undefined;
    await town.world.sleep(town.world.random.between(500, 20_000));
  }
  return undefined;
}

function bodyFor(quote: Quote, digest: string) {
  return { quote: quote.id, digest, returnUri: RETURN_URI };
}

async function cancel(town: Town, id: string): Promise<void> {
  const { random } = town.world;
  await town.world.sleep(random.between(0, random.pick([200, 3_000, 60_000])));
  await ask(town, (service) => service.cancel(id, `cancel ${id}`));
  if (random.chance(0.3)) await ask(town, (service) => service.cancel(id, `cancel again ${id}`));
}

/** The user sees the page when the shop has been told of it, and does something there or not. */
async function watch(town: Town, id: string): Promise<void> {
  const { world } = town;
  const { random } = world;
  for (let looks = 0; looks < 15; looks += 1) {
    const outcome = await ask(town, (service) => service.get(id));
    const intent = outcome?.ok === true ? bodyOf(outcome.value) : undefined;
    if (intent !== undefined && intent.action?.type === 'redirect') return visit(town, intent);
    if (intent !== undefined && ENDED.has(intent.status)) return;
    await world.sleep(random.between(200, 2_000 * (looks + 1)));
  }
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);

async function visit(town: Town, { id, action }: PresentedIntent): Promise<void> {
  const { world, ledger, outcomes } = town;
  const { random } = world;
  const payment = ledger.find(action?.url?.split('/').at(-1) ?? '');
  if (payment === undefined) return;
  payment.wasShown = true;
  await world.sleep(random.between(300, random.pick([2_000, 30_000, 16 * 60_000])));
  if (random.chance(outcomes.refused / 3)) return;
  const decision = random.chance(outcomes.refused / 2) ? 'decline' : 'approve';
  ledger.decide(payment.ref, decision, payment.rail === 'two-step');
  // People close the tab; only a two-step rail needs them back.
  if (random.chance(0.3) && payment.rail !== 'two-step') return;
  const returnParams = { state: payment.state, code: payment.ref };
  const tabs = random.chance(0.2) ? 2 : 1;
  await Promise.all(
    Array.from({ length: tabs }, async (_, tab) => {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const key = `advance ${id} ${tab}`;
        const outcome = await ask(town, (service) => service.advance(id, { returnParams }, key));
        if (outcome !== undefined) return;
        await world.sleep(random.between(500, 5_000));
      }
    }),
  );
}
