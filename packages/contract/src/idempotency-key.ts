import { IDEMPOTENCY_KEY_LENGTH_MAX } from './limits.ts';

/** Visible ASCII, of the client's own choosing. */
export const IDEMPOTENCY_KEY_PATTERN = `^[!-~]{1,${IDEMPOTENCY_KEY_LENGTH_MAX}}$`;
