import type { Attempt } from '../domain/webhooks/attempt.ts';
import type { Delivery } from '../store/webhook-deliveries.ts';
import type { Presented } from './operation.ts';

type PresentedDelivery = Presented<'webhookDeliveries.get'>;

export function presentWebhookDelivery(delivery: Delivery): PresentedDelivery {
  const { id, endpointId, type, sequence, status, nextAt, createdAt, endedAt, attempts } = delivery;
  return {
    object: 'webhook_delivery',
    endpoint: endpointId,
    event: id,
    type,
    sequence,
    status,
    ...(nextAt === undefined ? {} : { nextTryAt: nextAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }),
    attempts: attempts.map(presentAttempt),
  };
}

export function presentAttempt({
  number,
  at,
  durationMs,
  result,
}: Attempt): PresentedDelivery['attempts'][number] {
  return {
    number,
    at: at.toISOString(),
    durationMs,
    ...(result.kind === 'answered'
      ? { statusCode: result.statusCode, answer: result.answer }
      : { error: result.error }),
  };
}
