/** Of one try: finding the address, connecting, sending and the whole answer. */
export const TRY_TIMEOUT_MS = 15_000;
export const CONNECT_TIMEOUT_MS = 10_000;
/** No more of an answer is read. */
export const ANSWER_BYTES_MAX = 16 * 1024;
/** Tries under way to one endpoint, and to one whose last try failed. */
export const TRIES_AT_ONCE_MAX = 16;
export const TRIES_AT_ONCE_TROUBLED_MAX = 8;
/** How long an endpoint is served before others get its place. With the last try it must stay below the lease. */
export const SERVE_MS_MAX = 10_000;
/** Events taken from the log at a time. */
export const FAN_OUT_MAX = 500;
/** Of a resend, fewer: what is new stands behind them. */
export const FAN_OUT_AGAIN_MAX = 100;
/** Transactions at once for all endpoints of a node: calls of the API need the same connections, and come first. */
export const WRITES_AT_ONCE_MAX = 3;
/** Who has waited so long for one has all but lost the lease. */
export const WRITE_WAIT_MS_MAX = 10_000;
/** Results that come close together are written together. */
export const GATHER_MS = 20;
/** While tries hang and there is room for more, new messages are looked for this often. */
export const LOOK_AGAIN_MS = 1_000;
/** A try that takes longer than this counts its endpoint among the troubled ones. */
export const STALLED_AFTER_MS = 1_000;
/** When the service stops, tries under way have this long to end; what is cut off is sent again. */
export const STOP_GRACE_MS = 3_000;
