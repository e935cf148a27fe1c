/**
 * The way out for webhooks. A delivery that is not answered with 2xx is tried again, three times at most; the signature
 * is made anew each time. Reordering holds a delivery back until the next one with the same subject has gone out, or
 * until it is plain that none follows. What is on its way is kept until it has arrived or is given up, so after a restart
 * it goes on; one that was being sent at that moment may arrive twice, as it may from a real provider.
 */
import { createStore, type Store } from '../state/create-store.ts';
import { WEBHOOK_LATE_MS } from './outcomes.ts';
import type { PaymentScript } from './payment-script.ts';
import { createTasks, type Tasks } from './tasks.ts';
import type { Timers } from './timers.ts';
import type { SignWebhook, WebhookSender } from './world.ts';

type Delivery = Parameters<WebhookSender['send']>[0];

/** One delivery on its way; a duplicate is another. */
interface Sending {
  readonly provider: string;
  readonly url: string;
  readonly body: string;
  readonly triesLeft: number;
}

export const RETRY_AFTER_MS = [250, 1_000, 4_000] as const;
const ANSWER_TIMEOUT_MS = 5_000;
const HOLD_MAX_MS = 3_000;
const ATTEMPT = 'webhooks/attempt';
const RELEASE = 'webhooks/release';

/** `draw` says how a delivery travels when nothing it is about says so. */
export function createWebhookSender(
  timers: Timers,
  stopped: AbortSignal,
  draw: (provider: string) => PaymentScript['webhooks'] = () => 'normal',
  store: Store = createStore(),
  tasks: Tasks = createTasks({ store, timers, now: Date.now }),
): WebhookSender {
  const sendings = store.table<Sending>('webhooks/sendings', 'fixed');
  /** By provider and subject, the sending that waits for the next one. */
  const held = store.table<string>('webhooks/held', 'fixed');
  const signers = new Map<string, SignWebhook>();
  const ownSigners = new Map<string, SignWebhook>();
  let last = Math.max(0, ...sendings.entries().map(([id]) => Number(id)));

  function open({ provider, url, body, sign }: Delivery): string {
    last += 1;
    const id = String(last);
    sendings.set(id, { provider, url, body, triesLeft: RETRY_AFTER_MS.length });
    if (sign !== undefined) ownSigners.set(id, sign);
    return id;
  }

  function close(id: string): void {
    sendings.delete(id);
    ownSigners.delete(id);
  }

  tasks.onDue(ATTEMPT, async (id) => {
    const sending = sendings.get(id);
    if (sending === undefined) return;
    const sign = ownSigners.get(id) ?? signers.get(sending.provider);
    if (await delivered(sending, sign, stopped)) return close(id);
    const delayMs = RETRY_AFTER_MS.at(-sending.triesLeft);
    if (sending.triesLeft === 0 || delayMs === undefined) return close(id);
    sendings.set(id, { ...sending, triesLeft: sending.triesLeft - 1 });
    tasks.schedule(ATTEMPT, delayMs, id);
  });

  tasks.onDue(RELEASE, (id) => {
    const place = held.entries().find(([, waiting]) => waiting === id);
    if (place === undefined) return;
    held.delete(place[0]);
    tasks.schedule(ATTEMPT, 0, id);
  });

  function sendReordered(delivery: Delivery): void {
    const key = `${delivery.provider} ${delivery.subject}`;
    const earlier = held.get(key);
    const id = open(delivery);
    if (earlier !== undefined) {
      held.delete(key);
      tasks.schedule(ATTEMPT, 0, id);
      tasks.schedule(ATTEMPT, REORDER_GAP_MS, earlier);
      return;
    }
    held.set(key, id);
    tasks.schedule(RELEASE, HOLD_MAX_MS, id);
  }

  return {
    signWith(provider, sign) {
      signers.set(provider, sign);
    },
    send(delivery) {
      const asked = delivery.script?.webhooks ?? 'normal';
      const how = asked === 'normal' ? draw(delivery.provider) : asked;
      if (how === 'none') return;
      if (how === 'reordered') return sendReordered(delivery);
      tasks.schedule(ATTEMPT, how === 'late' ? WEBHOOK_LATE_MS : 0, open(delivery));
      if (how === 'duplicate') tasks.schedule(ATTEMPT, DUPLICATE_GAP_MS, open(delivery));
    },
  };
}

const REORDER_GAP_MS = 100;
const DUPLICATE_GAP_MS = 100;

async function delivered(
  { url, body }: Sending,
  sign: SignWebhook | undefined,
  stopped: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await sign?.({ url, body })) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
