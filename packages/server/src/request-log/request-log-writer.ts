/**
 * Writes the request log beside the requests. Keeping one is a push onto a queue: no request ever waits for it, fails by it or sends
 * anything for it. What waits is bounded; what does not fit, because the database is away or too slow, is dropped and counted. What the
 * database could not take stays and is tried again after a second; what it never will take, for what is in it, is dropped and counted.
 *
 * A batch is written when it is full, and whatever there is a second after the first of it came: never sooner, so that a steady
 * trickle costs a transaction a second and not one for each request.
 */
import type { Logger } from 'pino';
import type { LoggedRequest } from '../domain/logged-request.ts';
import type { Database } from '../store/database.ts';
import { isOfData } from '../store/database-error.ts';
import { insertRequests } from '../store/request-log.ts';
import type { RequestLine } from '../telemetry/logger.ts';
import type { RequestLogMetrics } from '../telemetry/metrics.ts';
import { createFirstRefusals } from './first-refusals.ts';
import { createWaitingLines, WAITING_OF_ONE_MAX, type WaitingLines } from './waiting-lines.ts';

export interface RequestLogDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: RequestLogMetrics;
  readonly now: () => number;
  /** Whether only what was refused or failed is kept. */
  readonly errorsOnly: boolean;
}

export interface RequestLogWriter {
  readonly keep: (line: RequestLine) => void;
  /** Resolves when all that was kept so far is written, or could not be. */
  flush(): Promise<void>;
  /** Writes what is left, and gives up what cannot be written. */
  stop(): Promise<void>;
}

/** Of one environment. So many are written together, the others at the latest after a second. */
export const BATCH = 1_000;
const WAIT_MS = 1_000;
const ERROR_STATUS_MIN = 400;
const TOO_MANY_REQUESTS = 429;

export function createRequestLogWriter(deps: RequestLogDeps): RequestLogWriter {
  const { metrics } = deps;
  const waiting = createWaitingLines();
  const isFirstRefusal = createFirstRefusals(deps.now);
  let writing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by a failure until the timer has run: a database that is away is not asked again for every request. */
  let isResting = false;

  function keep(line: RequestLine): void {
    if (!isKnown(line) || (wentWell(line) && (deps.errorsOnly || leftRecord(line)))) return;
    if (line.status === TOO_MANY_REQUESTS && !isFirstRefusal(line.key)) {
      metrics.countLoggedRequests('left_out', 1);
      return;
    }
    const count = waiting.add(line.environment, line);
    if (count === undefined) metrics.countLoggedRequests('dropped', 1);
    else if (count >= BATCH && !isResting) write(BATCH);
    else setTimer();
  }

  function setTimer(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      isResting = false;
      write(1);
    }, WAIT_MS).unref();
  }

  /** Of the environments in which so many wait; then of those in which a batch has come together meanwhile. */
  function write(least: number): void {
    writing ??= writeRounds(least).finally(() => {
      writing = undefined;
      if (waiting.count() > 0) setTimer();
    });
  }

  async function writeRounds(least: number): Promise<void> {
    isResting = false;
    for (let ids = waiting.withAtLeast(least); ids.length > 0; ids = waiting.withAtLeast(BATCH)) {
      for (const id of ids) if (!(await writeWaiting(deps, waiting, id))) isResting = true;
      if (isResting) return;
    }
  }

  async function flush(): Promise<void> {
    await writing;
    write(1);
    await writing;
  }

  return {
    keep,
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      timer = undefined;
      const left = waiting.count();
      if (left > 0) metrics.countLoggedRequests('dropped', left);
      for (const id of waiting.withAtLeast(1)) waiting.remove(id, left);
    },
  };
}

function wentWell({ status }: RequestLine): boolean {
  return status < ERROR_STATUS_MIN;
}

/** Decisions are many, and each that was made is a row by itself; a second one would cost as much as a tenth of the decision. */
function leftRecord({ operation }: RequestLine): boolean {
  return operation === 'routeDecisions.create';
}

type KnownLine = RequestLine & LoggedRequest & { readonly environment: string };

function isKnown(line: RequestLine): line is KnownLine {
  return line.environment !== undefined && line.key !== undefined;
}

/** What waits in an environment now, and not what comes meanwhile. False when the database could not take it. */
async function writeWaiting(
  { db, logger, metrics }: RequestLogDeps,
  waiting: WaitingLines,
  environmentId: string,
): Promise<boolean> {
  const all = waiting.oldest(environmentId, WAITING_OF_ONE_MAX);
  try {
    for (let at = 0; at < all.length; at += BATCH) {
      const lines = all.slice(at, at + BATCH);
      const unwritable = await writeAllPossible(db, environmentId, lines);
      waiting.remove(environmentId, lines.length);
      metrics.countLoggedRequests('written', lines.length - unwritable.length);
      if (unwritable.length === 0) continue;
      metrics.countLoggedRequests('dropped', unwritable.length);
      const [err] = unwritable;
      logger.warn(
        { err, environment: environmentId, lines: unwritable.length },
        'lines that cannot be written',
      );
    }
    return true;
  } catch (error) {
    logger.warn({ err: error, environment: environmentId }, 'the request log could not be written');
    return false;
  }
}

/** Answers why not, for each line that cannot be written: halved until it is alone, it takes no other with it. */
async function writeAllPossible(
  db: Database,
  environmentId: string,
  lines: readonly LoggedRequest[],
): Promise<readonly unknown[]> {
  try {
    await insertRequests(db, environmentId, lines);
    return [];
  } catch (error) {
    if (!isOfData(error)) throw error;
    if (lines.length === 1) return [error];
    const half = Math.ceil(lines.length / 2);
    const first = await writeAllPossible(db, environmentId, lines.slice(0, half));
    return [...first, ...(await writeAllPossible(db, environmentId, lines.slice(half)))];
  }
}
