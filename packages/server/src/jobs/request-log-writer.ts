/**
 * Writes the request log beside the requests. Keeping one is a push onto a queue: no request ever waits for it, fails by it or sends
 * anything for it. The queue is bounded; what does not fit, because the database is away or too slow, is dropped and counted. What
 * could not be written stays in the queue and is tried again.
 */
import type { Logger } from 'pino';
import type { LoggedRequest } from '../domain/logged-request.ts';
import type { Database } from '../store/database.ts';
import { insertRequests } from '../store/request-log.ts';
import type { RequestLine } from '../telemetry/logger.ts';
import type { RequestLogMetrics } from '../telemetry/metrics.ts';

export interface RequestLogDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: RequestLogMetrics;
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

export const QUEUE_MAX = 20_000;
/** So many are written together, at the latest after a second. */
const BATCH = 1_000;
const WAIT_MS = 1_000;
const ERROR_STATUS_MIN = 400;

export function createRequestLogWriter(deps: RequestLogDeps): RequestLogWriter {
  let queue: KnownLine[] = [];
  let writing: Promise<void> | undefined;
  let underWay = 0;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(line: RequestLine): void {
    if (!isKnown(line) || (wentWell(line) && (deps.errorsOnly || leftRecord(line)))) return;
    if (queue.length + underWay >= QUEUE_MAX) {
      deps.metrics.countLoggedRequests('dropped', 1);
      return;
    }
    queue.push(line);
    if (queue.length >= BATCH) write();
    else timer ??= setTimeout(write, WAIT_MS).unref();
  }

  function write(): void {
    // What comes while one batch is written waits for the next; after a failure, for the next second.
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (queue.length > 0) timer ??= setTimeout(write, WAIT_MS).unref();
    });
  }

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (queue.length > 0) {
      const block = queue;
      queue = [];
      underWay = block.length;
      const left = await writeBlock(deps, block, again);
      underWay = 0;
      again = left.length > 0;
      if (!again) continue;
      queue = [...left, ...queue];
      return;
    }
  }

  async function flush(): Promise<void> {
    await writing;
    write();
    await writing;
  }

  return {
    keep,
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      if (queue.length > 0) deps.metrics.countLoggedRequests('dropped', queue.length);
      queue = [];
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

/** Answers those that could not be written. */
async function writeBlock(
  deps: RequestLogDeps,
  block: readonly KnownLine[],
  again: boolean,
): Promise<readonly KnownLine[]> {
  const left: KnownLine[] = [];
  for (const [environmentId, lines] of Map.groupBy(block, ({ environment }) => environment)) {
    try {
      for (let at = 0; at < lines.length; at += BATCH)
        await insertRequests(deps.db, environmentId, lines.slice(at, at + BATCH), { again });
      deps.metrics.countLoggedRequests('written', lines.length);
    } catch (error) {
      left.push(...lines);
      deps.logger.warn({ err: error, environment: environmentId }, 'the request log could not be written');
    }
  }
  return left;
}
