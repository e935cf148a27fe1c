import { createWebhookFaults, type WebhookFaults } from '../control/webhook-faults.ts';
import { createStore, type Store } from '../state/create-store.ts';
import { createBanks } from './banks.ts';
import { createMoney } from './money.ts';
import { createRandom, type Random } from './random.ts';
import { scriptFor } from './script-for.ts';
import { createTasks } from './tasks.ts';
import { createTimers } from './timers.ts';
import { createWebhookSender } from './webhook-sender.ts';
import type { World } from './world.ts';

export interface LivingWorld {
  readonly world: World;
  readonly random: Random;
  readonly webhookFaults: WebhookFaults;
  /** False when nobody at that provider listens. */
  revoke(provider: string, ref: string): boolean;
  /** Takes up what was scheduled in an earlier life. Call it when all providers are there. */
  resume(): void;
  /** Nothing happens in it afterwards. */
  end(): void;
}

export interface WorldOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly now: () => number;
  /** In memory unless told. */
  readonly store?: Store;
}

export function createWorld({ baseUrl, seed, now, store = createStore() }: WorldOptions): LivingWorld {
  const banks = createBanks();
  const random = createRandom(seed, store.table('random', 'fixed'));
  const timers = createTimers(store.save);
  const tasks = createTasks({ store, timers, now });
  const webhookFaults = createWebhookFaults(random.next, now);
  const ended = new AbortController();
  const revokers = new Map<string, ((ref: string) => void)[]>();
  const world: World = {
    baseUrl,
    now,
    uuid: random.uuid,
    table: store.table,
    onDue: tasks.onDue,
    schedule: tasks.schedule,
    later: timers.later,
    banks,
    scriptFor: (traits) => scriptFor(banks.byId, traits),
    money: createMoney(banks, store.table('balances', 'fixed')),
    webhooks: createWebhookSender(timers, ended.signal, webhookFaults.draw, store, tasks),
    onRevoke(provider, listener) {
      revokers.set(provider, [...(revokers.get(provider) ?? []), listener]);
    },
  };
  return {
    world,
    random,
    resume: tasks.resume,
    webhookFaults,
    revoke(provider, ref) {
      const listeners = revokers.get(provider) ?? [];
      for (const listener of listeners) listener(ref);
      return listeners.length > 0;
    },
    end() {
      timers.clear();
      ended.abort();
    },
  };
}
