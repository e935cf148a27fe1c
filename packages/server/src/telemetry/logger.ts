/**
 * JSON logs. What may be logged is named here, because what must not be is everything else: an error of the
 * database repeats row values in its text, so of such an error only its code and the names in the schema are kept.
 */
import { type DestinationStream, type Logger, pino } from 'pino';

export interface LoggerOptions {
  readonly level: string;
  readonly destination: DestinationStream;
}

export function createLogger(options: LoggerOptions): Logger {
  return pino({ ...shape(options), redact: { paths: REDACTED, censor: '[redacted]' } }, options.destination);
}

/** One line of the request log. It has no field that could hold a secret or a person, so nothing needs redacting. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Of a caller that is known. */
  readonly environment: string | undefined;
  readonly key: string | undefined;
  /** Why it was refused. The line leaves it out; the request log that operators read has it. */
  readonly errorCode: string | undefined;
}

export function createRequestLog(options: LoggerOptions): (line: RequestLine) => void {
  const { level, destination } = options;
  const { info = 0, [level]: lowest = Number.POSITIVE_INFINITY } = pino.levels.values;
  if (lowest > info) return () => undefined;
  // There is one for every request, and its fields are few and ours, or of Node's list of methods: nothing in them needs
  // escaping. Written here, it costs a tenth.
  let start = '';
  let startedMs = Number.NaN;
  return ({ requestId, operation, method, status, ms, environment, key }) => {
    const nowMs = Date.now();
    if (nowMs !== startedMs) {
      startedMs = nowMs;
      start = `{"level":${info},"service":"${SERVICE}","time":"${new Date(nowMs).toISOString()}",`;
    }
    const caller = environment === undefined ? '' : `,"environment":"${environment}","key":"${key}"`;
    destination.write(
      `${start}"requestId":"${requestId}","operation":"${operation}","method":"${method}","status":${status},"ms":${ms}${caller}}\n`,
    );
  };
}

const SERVICE = 'switchyard';

function shape({ level }: LoggerOptions) {
  return {
    level,
    base: { service: SERVICE },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
}

/** A second net: these never should be logged, and are not legible if they ever are. */
const SENSITIVE = [
  'authorization',
  'payto',
  'holderName',
  'name',
  'email',
  'metadata',
  'reference',
  'psu',
  'body',
];
const REDACTED = SENSITIVE.flatMap((field) => [field, `*.${field}`]);

export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  if (isDatabaseError(error)) {
    const { code, severity, schema, table, constraint, routine } = error;
    return {
      type: 'DatabaseError',
      code,
      severity,
      schema,
      table,
      constraint,
      routine,
      stack: frames(error),
    };
  }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, stack: frames(error), ...cause };
}

interface DatabaseErrorFields {
  readonly code?: string;
  readonly severity?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly routine?: string;
}

function isDatabaseError(error: Error): error is Error & DatabaseErrorFields {
  return 'severity' in error;
}

/** The stack without its first lines, which are the message again. */
function frames(error: Error): readonly string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 20);
}
