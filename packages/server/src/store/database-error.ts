/** What can be told of an error from the database without repeating its text, which may hold personal data. */

/** Postgres calls it lock_not_available: another transaction held what this one wanted for longer than it may wait. */
const LOCK_NOT_AVAILABLE = '55P03';

const UNIQUE_VIOLATION = '23505';

/** SQLSTATE classes and codes that pass: lost connections, shutdowns, too many clients, deadlocks, lock waits. */
const PASSING = /^(?:08|53|57P|40P01$|55P03$)/;
/** Data exceptions and violated constraints; and what Node says of a number that has no room. */
const OF_DATA = /^(?:22|23|ERR_OUT_OF_RANGE$)/;
const PASSING_SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);
/** What pg says, without a code, when a connection ends under a query or cannot be had in time. */
const PASSING_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|cannot use a pool after/i;

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** True when somebody else's row or lock stood in the way of a write. */
export function isConflict(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION || isLockTimeout(error);
}

export function isAlreadyThere(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/** True when the same values will never be taken: the database says so, or they cannot even be sent. */
export function isOfData(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && OF_DATA.test(code);
}

/** True when the same call may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return PASSING.test(code) || PASSING_SYSTEM_CODES.has(code);
  return error instanceof Error && PASSING_MESSAGES.test(error.message);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
