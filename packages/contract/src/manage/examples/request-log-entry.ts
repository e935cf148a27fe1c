import type { RequestLogEntry } from '../schemas/request-log.ts';
import { manageIds } from './ids.ts';

export const requestLogEntry: RequestLogEntry = {
  id: manageIds.request,
  object: 'request_log_entry',
  key: manageIds.apiKey,
  operation: 'paymentIntents.create',
  status: 409,
  errorCode: 'quote_expired',
  durationMs: 3.4,
  at: '2026-10-08T09:27:20.198Z',
};
