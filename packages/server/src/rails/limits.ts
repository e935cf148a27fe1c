/**
 * Of a call with all its exchanges, however many a rail needs for it. Shorter than a lease (30 s), so that a call has ended
 * before anybody may take its work over.
 */
export const CALL_TIMEOUT_MS = 25_000;
export const CONNECT_TIMEOUT_MS = 5_000;
export const ANSWER_BYTES_MAX = 1024 * 1024;
/** Calls under way to one connection; more wait their turn, and not for long. */
export const CALLS_PER_CONNECTION_MAX = 32;
export const QUEUE_MS_MAX = 2_000;
/** A circuit opens after so many failures without a success between them … */
export const FAILURES_TO_OPEN = 5;
/** … and lets one call through to try after this long, then twice as long, up to the longest. */
export const OPEN_MS_FIRST = 5_000;
export const OPEN_MS_MAX = 60_000;
