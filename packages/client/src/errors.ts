/**
 * What can go wrong, as one family: whoever catches `SwitchyardError` catches all of it. `code` says what happened;
 * an answer of the service brings its own code and `status`, what happens on this side has no status.
 */

/** Why something is as it is: a stable key, its values, and the sentence. */
export interface Explanation {
  readonly key: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface ErrorFacts {
  /** Such as `TOO_MANY_REQUESTS`, `UNREACHABLE` or `NO_SNAPSHOT`. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, when the service answered. */
  readonly status?: number | undefined;
  /** The stable `data.code` of the API, such as `rate_limited`. */
  readonly dataCode?: string | undefined;
  /** The input at fault, as a dotted path. */
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly explanation?: Explanation | undefined;
  /** How long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class SwitchyardError extends Error {
  override readonly name: string = 'SwitchyardError';
  readonly code: string;
  readonly status: number | undefined;
  readonly dataCode: string | undefined;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  readonly explanation: Explanation | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.dataCode = facts.dataCode;
    this.param = facts.param;
    this.requestId = facts.requestId;
    this.explanation = facts.explanation;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** There was no answer: no connection, a connection that broke, or none in time. Whether it had an effect is unknown. */
export class Unreachable extends SwitchyardError {
  override readonly name = 'Unreachable';

  constructor(why: 'UNREACHABLE' | 'TIMED_OUT', message: string, cause: unknown) {
    super({ code: why, message, cause });
  }
}

/** Nothing to decide by: neither pulled nor loaded. */
export class NoSnapshot extends SwitchyardError {
  override readonly name = 'NoSnapshot';

  constructor() {
    super({
      code: 'NO_SNAPSHOT',
      message: 'There is no snapshot to decide by: pull one from the service or load a saved one first.',
    });
  }
}

export type RefusalReason = 'not_a_snapshot' | 'digest' | 'environment' | 'engine_version';

/** A snapshot that must not be decided by. The one held before stays in use. */
export class SnapshotRefused extends SwitchyardError {
  override readonly name = 'SnapshotRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, cause?: unknown) {
    super({ code: 'SNAPSHOT_REFUSED', message, cause });
    this.reason = reason;
  }
}

export type WebhookRefusal = 'headers' | 'time' | 'signature' | 'payload';

/** A webhook that must not be believed. */
export class WebhookRefused extends SwitchyardError {
  override readonly name = 'WebhookRefused';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string, cause?: unknown) {
    super({ code: 'WEBHOOK_REFUSED', message, cause });
    this.reason = reason;
  }
}
