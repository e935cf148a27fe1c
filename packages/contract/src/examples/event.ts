import { API_VERSION } from '@switchyard/engine';
import type { Event } from '../schemas/event.ts';
import { ids } from './ids.ts';
import { processingPaymentIntent } from './payment-intent.ts';

const { metadata: _metadata, reference: _reference, ...paymentInEvent } = processingPaymentIntent;

export const event: Event = {
  id: ids.event,
  object: 'event',
  type: 'payment_intent.processing',
  sequence: 1042,
  data: { object: paymentInEvent },
  previous: { status: 'requires_action' },
  cause: { requestId: ids.request, actor: 'api' },
  apiVersion: API_VERSION,
  createdAt: '2026-10-08T09:27:20.033Z',
};
