/**
 * Plaid's error types and what each means for a call of ours. `unclear` types come with an operation that may have
 * happened: a call that only reads is then unavailable, one that can move money has an unknown outcome.
 */
export type ErrorClass = 'rejected' | 'unavailable' | 'unclear';

export const ERROR_CLASSES = {
  INVALID_REQUEST: 'rejected',
  INVALID_RESULT: 'rejected',
  INVALID_INPUT: 'rejected',
  INSTITUTION_ERROR: 'unclear',
  RATE_LIMIT_EXCEEDED: 'unavailable',
  API_ERROR: 'unclear',
  ITEM_ERROR: 'rejected',
  ASSET_REPORT_ERROR: 'rejected',
  BASE_REPORT_ERROR: 'rejected',
  RECAPTCHA_ERROR: 'rejected',
  OAUTH_ERROR: 'rejected',
  PAYMENT_ERROR: 'rejected',
  BANK_TRANSFER_ERROR: 'rejected',
  INCOME_VERIFICATION_ERROR: 'rejected',
  MICRODEPOSITS_ERROR: 'rejected',
  SANDBOX_ERROR: 'rejected',
  PARTNER_ERROR: 'rejected',
  SIGNAL_ERROR: 'rejected',
  TRANSACTIONS_ERROR: 'rejected',
  TRANSACTION_ERROR: 'rejected',
  TRANSFER_ERROR: 'rejected',
  CHECK_REPORT_ERROR: 'rejected',
  CONSUMER_REPORT_ERROR: 'rejected',
  USER_ERROR: 'rejected',
} as const satisfies Readonly<Record<string, ErrorClass>>;

/** A type that is not documented proves nothing. */
export function errorClass(type: string): ErrorClass {
  return isDocumented(type) ? ERROR_CLASSES[type] : 'unclear';
}

/** Codes with which Plaid refuses us rather than the request: every call will fail alike. Most come with status 400. */
export const MISCONFIGURED_CODES: ReadonlySet<string> = new Set([
  'INVALID_API_KEYS',
  'UNAUTHORIZED_ENVIRONMENT',
  'UNAUTHORIZED_ROUTE_ACCESS',
  'INVALID_PRODUCT',
  'PRODUCT_NOT_ENABLED',
]);

function isDocumented(type: string): type is keyof typeof ERROR_CLASSES {
  return Object.hasOwn(ERROR_CLASSES, type);
}
