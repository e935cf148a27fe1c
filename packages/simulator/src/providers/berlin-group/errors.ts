import { json } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';

/** As the standard reports errors. The status belongs to the code. */
export function tppError(requestId: string, code: keyof typeof STATUSES, text: string): Reply {
  const tppMessages = [{ category: 'ERROR', code, text }];
  return json(STATUSES[code], { tppMessages }, { 'x-request-id': requestId });
}

const STATUSES = {
  FORMAT_ERROR: 400,
  PERIOD_INVALID: 400,
  PAYMENT_FAILED: 400,
  CONSENT_INVALID: 401,
  CONSENT_EXPIRED: 401,
  CONSENT_UNKNOWN: 403,
  RESOURCE_UNKNOWN: 404,
  PRODUCT_UNKNOWN: 404,
  CANCELLATION_INVALID: 405,
} as const;
