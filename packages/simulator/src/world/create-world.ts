import { createWebhookFaults, type WebhookFaults } from '../control/webhook-faults.ts';
import { createBanks } from './banks.ts';
import { createMoney } from './money.ts';
import { createRandom, type Random } from './random.ts';
import { scriptFor } from './script-for.ts';
import { createTimers } from './timers.ts';
import { createWebhookSender } from './webhook-sender.ts';
import type { World } from './world.ts';

export interface LivingWorld {
  readonly world: World;
  readonly random: Random;
  readonly webhookFaults: WebhookFaults;
  /** False when nobody at that provider listens. */
  revoke(provider: string, ref: string): boolean;
  /** Nothing happens in it afterwards. */
  end(): void;
}

export interface WorldOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly now: () => number;
}

export function createWorld({ baseUrl, seed, now }: WorldOptions): LivingWorld {
  const banks = createBanks();
  const random = createRandom(seed);
  const timers = createTimers();
  const webhookFaults = createWebhookFaults(random.next);
  const ended = new AbortController();
  const revokers = new Map<string, ((ref: string) => void)[]>();
  const world: World = {
    baseUrl,
    now,
    uuid: random.uuid,
    later: timers.later,
    banks,
    scriptFor: (traits) => scriptFor(banks.byId, traits),
    money: createMoney(banks),
    webhooks: createWebhookSender(timers, ended.signal, webhookFaults.draw),
    onRevoke(provider, listener) {
      revokers.set(provider, [...(revokers.get(provider) ?? []), listener]);
    },
  };
  return {
    world,
    random,
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
