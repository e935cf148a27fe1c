/**
 * What is to go wrong on the way back: webhooks that come twice, late, out of order or not at all, whatever they are about.
 * A payment that asks for something of the kind itself gets what it asked for.
 */
import type { PaymentScript } from '../world/payment-script.ts';
import { createPassing, type Passing } from './passing.ts';
import { isRecord, readEnd } from './read-fault.ts';

export type WebhookDelivery = PaymentScript['webhooks'];

export interface WebhookFault {
  readonly provider: string;
  readonly webhooks: Exclude<WebhookDelivery, 'normal'>;
  readonly probability?: number | undefined;
  /** How many webhooks travel so. */
  readonly times?: number | undefined;
  readonly forMs?: number | undefined;
}

export interface WebhookFaults extends Omit<Passing<WebhookFault>, 'take'> {
  /** How the next webhook of that provider travels. */
  draw(provider: string): WebhookDelivery;
}

const DELIVERIES = ['duplicate', 'late', 'reordered', 'none'] as const;

export function createWebhookFaults(random: () => number, now: () => number): WebhookFaults {
  const { take, ...faults } = createPassing<WebhookFault>(now);
  return {
    ...faults,
    draw: (of) =>
      take(
        ({ provider, probability }) =>
          provider === of && (probability === undefined || random() < probability),
      )?.webhooks ?? 'normal',
  };
}

/** A text says what is wrong with it. */
export function readWebhookFault(value: unknown, providers: readonly string[]): WebhookFault | string {
  if (!isRecord(value)) return 'The body is a JSON object.';
  const { provider, webhooks, probability, times, forMs, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return `There is no field ${unknown}.`;
  if (typeof provider !== 'string' || !providers.includes(provider))
    return `provider is one of: ${providers.join(', ')}.`;
  const delivery = DELIVERIES.find((one) => one === webhooks);
  if (delivery === undefined) return `webhooks is one of: ${DELIVERIES.join(', ')}.`;
  const end = readEnd({ times, forMs });
  if (typeof end === 'string') return end;
  if (probability === undefined) return { provider, webhooks: delivery, ...end };
  return typeof probability === 'number' && probability >= 0 && probability <= 1
    ? { provider, webhooks: delivery, probability, ...end }
    : 'probability is from 0 to 1.';
}
