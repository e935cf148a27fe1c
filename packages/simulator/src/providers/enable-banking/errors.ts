import { json } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';

/** As the provider reports errors. The status belongs to the code. */
export function apiError(error: keyof typeof ERRORS, detail?: string): Reply {
  const [code, message] = ERRORS[error];
  return json(code, { code, message, error, ...(detail === undefined ? {} : { detail }) });
}

const ERRORS = {
  AUTHORIZATION_NOT_PROVIDED: [401, 'Authorization header is not provided'],
  UNAUTHORIZED_ACCESS: [401, 'Unauthorized access'],
  REDIRECT_URI_NOT_ALLOWED: [400, 'Redirect URI not allowed'],
  ASPSP_ERROR: [400, 'Error interacting with ASPSP'],
  WRONG_ASPSP_PROVIDED: [422, 'Wrong ASPSP name provided'],
  WRONG_REQUEST_PARAMETERS: [422, 'Wrong request parameters provided'],
  WRONG_AUTHORIZATION_CODE: [422, 'Wrong authorization code provided'],
  EXPIRED_AUTHORIZATION_CODE: [422, 'Authorization code is expired'],
  ALREADY_AUTHORIZED: [422, 'Session is already authorized'],
  SESSION_DOES_NOT_EXIST: [404, 'No session found matching provided id'],
  PAYMENT_NOT_FOUND: [404, 'Payment not found'],
  PAYMENT_LIMIT_EXCEEDED: [422, 'The amount value exceeds the limit'],
  PAYMENT_NOT_FINALIZED: [422, 'You can not delete a payment that is not finalized or cancelled'],
} as const;
