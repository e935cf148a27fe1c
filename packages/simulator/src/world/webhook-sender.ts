/**
 * The way out for webhooks. A delivery that is not answered with 2xx is tried again, three times at most; the signature
 * is made anew each time. Reordering holds a delivery back until the next one with the same subject has gone out, or
 * until it is plain that none follows.
 */
import { WEBHOOK_LATE_MS } from './outcomes.ts';
import type { PaymentScript } from './payment-script.ts';
import type { Timers } from './timers.ts';
import type { WebhookSender } from './world.ts';

type Delivery = Parameters<WebhookSender['send']>[0];

export const RETRY_AFTER_MS = [250, 1_000, 4_000] as const;
const ANSWER_TIMEOUT_MS = 5_000;
const HOLD_MAX_MS = 3_000;

/** `draw` says how a delivery travels when nothing it is about says so. */
export function createWebhookSender(
  timers: Timers,
  stopped: AbortSignal,
  draw: (provider: string) => PaymentScript['webhooks'] = () => 'normal',
): WebhookSender {
  const held = new Map<string, Delivery>();

  async function attempt(delivery: Delivery, retries: readonly number[]): Promise<void> {
    if (await delivered(delivery, stopped)) return;
    const [delayMs, ...rest] = retries;
    if (delayMs === undefined) return;
    timers.later(delayMs, () => attempt(delivery, rest));
  }

  function start(delivery: Delivery, delayMs = 0): void {
    timers.later(delayMs, () => attempt(delivery, RETRY_AFTER_MS));
  }

  function sendReordered(delivery: Delivery): void {
    const key = `${delivery.provider} ${delivery.subject}`;
    const earlier = held.get(key);
    if (earlier !== undefined) {
      held.delete(key);
      start(delivery);
      start(earlier, REORDER_GAP_MS);
      return;
    }
    held.set(key, delivery);
    timers.later(HOLD_MAX_MS, () => {
      if (held.get(key) !== delivery) return;
      held.delete(key);
      start(delivery);
    });
  }

  return {
    send(delivery) {
      const asked = delivery.script?.webhooks ?? 'normal';
      const how = asked === 'normal' ? draw(delivery.provider) : asked;
      if (how === 'none') return;
      if (how === 'reordered') return sendReordered(delivery);
      start(delivery, how === 'late' ? WEBHOOK_LATE_MS : 0);
      if (how === 'duplicate') start(delivery, DUPLICATE_GAP_MS);
    },
  };
}

const REORDER_GAP_MS = 100;
const DUPLICATE_GAP_MS = 100;

async function delivered({ url, body, sign }: Delivery, stopped: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await sign()) },
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
