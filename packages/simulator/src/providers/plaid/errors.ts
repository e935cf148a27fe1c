/** Refusals in Plaid's shape. A handler throws one where it notices the mistake; the route answers with it. */
import { json } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';

export interface PlaidErrorBody {
  readonly error_type: string;
  readonly error_code: string;
  readonly error_message: string;
  readonly display_message: string | null;
}

export class PlaidRefusal extends Error {
  readonly body: PlaidErrorBody;

  constructor(type: string, code: string, message: string) {
    super(message);
    this.body = errorBody(type, code, message);
  }
}

export function errorBody(type: string, code: string, message: string): PlaidErrorBody {
  return { error_type: type, error_code: code, error_message: message, display_message: null };
}

export function invalidField(field: string, why: string): PlaidRefusal {
  return new PlaidRefusal('INVALID_REQUEST', 'INVALID_FIELD', `${field} ${why}`);
}

export function missingField(field: string): PlaidRefusal {
  return new PlaidRefusal(
    'INVALID_REQUEST',
    'MISSING_FIELDS',
    `the following required fields are missing: ${field}`,
  );
}

export function refusalReply(body: PlaidErrorBody, requestId: string): Reply {
  return json(400, { ...body, request_id: requestId });
}
