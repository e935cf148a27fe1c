/**
 * Lives one seed through: some payments, two processes of the service, providers and people, while everything that can go wrong
 * does at the seed's own rates; then nothing goes wrong any more, and everything must come to its end.
 */
import { drawFaults, type Faults, NO_FAULTS } from './faults.ts';
import { createOracle } from './oracle.ts';
import { pay } from './people.ts';
import { type CrashPlan, type Process, startProcess } from './process.ts';
import { balanceAt, isBalanceRail } from './providers/balances.ts';
import { createChain } from './providers/chain.ts';
import { createLedger, type ProviderPayment } from './providers/ledger.ts';
import type { Providers } from './providers/providers.ts';
import type { SimulatedRail } from './providers/rails.ts';
import { type Service, startService } from './service.ts';
import { furnish, quote } from './setting.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { type Script, writeScript } from './store/script.ts';
import type { Tables } from './store/tables.ts';
import { walk } from './walker.ts';
import { createWorld, type World } from './world.ts';

export interface Life {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly traceHash: string;
  /** The last that happened, for whoever looks for the reason. */
  readonly lines: readonly string[];
  readonly payments: number;
  readonly ended: Readonly<Record<string, number>>;
  readonly tables: Tables;
  /** When it was asked for. */
  readonly script?: Script;
}

export interface LifeOptions {
  readonly faults?: Faults;
  readonly routes?: readonly (readonly SimulatedRail[])[];
  readonly diesAt?: CrashPlan;
  /** What the life did to its database is written down too. */
  readonly scripted?: true;
}

export const ROUTES: readonly (readonly SimulatedRail[])[] = [
  ['redirect'],
  ['two-step'],
  ['plain'],
  ['searchable'],
  ['chain'],
  ['redirect', 'transit'],
  ['plain', 'transit'],
  ['searchable', 'transit'],
  ['two-step', 'transit'],
  ['chain', 'transit'],
  ['redirect', 'transit', 'transit-2'],
  ['plain', 'transit-2', 'transit'],
  ['searchable', 'transit', 'transit-2', 'transit-3'],
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longer than the last probe, so that what could not be found out is with an operator by then. */
const REST_MS = 40 * DAY_MS;

export async function simulate(seed: number, options: LifeOptions = {}): Promise<Life> {
  const world = createWorld(seed);
  const { random } = world;
  const faults = options.faults ?? drawFaults(random);
  let faultsNow = faults;

  const oracle = createOracle({
    world,
    tables: () => store.tables,
    ledger: () => ledger,
    chain: () => chain,
  });
  const script = options.scripted === true ? writeScript(world.nowMs) : undefined;
  const store = createMemoryStore(world, oracle.onCommit, script);
  const ledger = createLedger(world, faults, {
    onCreated: oracle.onCreated,
    onChanged(payment) {
      oracle.onChanged(payment);
      notify(payment);
    },
  });
  const chain = createChain(world, (signed) => {
    oracle.onMined(signed);
    const { amount, reference } = signed;
    const rail = balanceAt(signed.payee);
    if (rail !== undefined) ledger.credit({ rail, reference, amount, atMs: world.nowMs() });
  });
  const { onMoneyCall, onBegun, onEnded, onRateUsed } = oracle;
  const providers: Providers = {
    world,
    ledger,
    chain,
    downUntilMs: new Map(),
    onMoneyCall,
    onBegun,
    onEnded,
    onRateUsed,
  };
  const names = createNames(world);
  const services: (Service | undefined)[] = [undefined, undefined];
  let lives = 0;

  const diesAt: CrashPlan = options.diesAt ?? (() => false);

  function start(at: number): void {
    lives += 1;
    const process: Process = startProcess(world, `${at === 0 ? 'a' : 'b'}${lives}`, () => faultsNow, diesAt);
    process.onDeath(() => {
      services[at] = undefined;
      world.after(random.between(100, 20_000), () => start(at));
    });
    services[at] = startService(process, store, providers, names, oracle.onThrown);
  }

  const service = () => random.pick([services[0] ?? services[1], services[1] ?? services[0]]);

  /** A provider sends again what it has no answer to. */
  function notify({ rail, ref, status }: ProviderPayment): void {
    if (random.chance(faultsNow.webhookLost)) return;
    const body = JSON.stringify({
      id: `${ref} ${status}`,
      about: isBalanceRail(rail) ? 'payout' : 'payment',
      ref,
    });
    const times = random.chance(faultsNow.webhookTwice) ? 2 : 1;
    const deliver = (tries: number): void => {
      const target = service();
      const again = () => {
        if (tries < 5) world.after(random.between(1_000, 60_000), () => deliver(tries + 1));
      };
      if (target === undefined) again();
      else target.hook(`con_${rail}`, body).catch(again);
    };
    for (let time = 0; time < times; time += 1)
      world.after(random.between(0, faultsNow.webhookLateMsMax), () => deliver(0));
  }

  furnish(store.tables, world);
  start(0);
  start(1);
  const routes = options.routes ?? Array.from({ length: random.between(1, 4) }, () => random.pick(ROUTES));
  const town = { world, ledger, oracle, outcomes: faults, service };
  void walk(town);
  for (const [at, route] of routes.entries()) void pay(town, quote(store.tables, world, at + 1, route));
  await world.run(
    world.nowMs() + random.pick([2 * MINUTE_MS, 30 * MINUTE_MS, 6 * 60 * MINUTE_MS, 3 * DAY_MS]),
  );
  world.trace('from here on nothing goes wrong');
  providers.downUntilMs.clear();
  faultsNow = { ...NO_FAULTS, webhookLateMsMax: faults.webhookLateMsMax };
  await world.run(world.nowMs() + REST_MS);
  if (world.violations.length === 0) oracle.judge();

  // Lets the real event loop turn once: nothing here waits for it, but signals of calls are freed by it.
  await new Promise((resolve) => setImmediate(resolve));
  const intents = store.tables.rows(undefined, 'payment_intent');
  const ended: Record<string, number> = {};
  for (const [, row] of intents) ended[String(row.status)] = (ended[String(row.status)] ?? 0) + 1;
  return {
    seed,
    violations: world.violations,
    traceHash: world.traceHash(),
    lines: world.lastLines(),
    payments: intents.length,
    ended,
    tables: store.tables,
    ...(script === undefined ? {} : { script }),
  };
}

function createNames({ random }: World) {
  let made = 0;
  return {
    newId(prefix: string) {
      made += 1;
      return `${prefix}${String(made).padStart(6, '0')}`;
    },
    newUuid() {
      const part = () => random.between(0, 0xffff_ffff).toString(16).padStart(8, '0');
      return `${part()}${part()}`;
    },
  };
}
