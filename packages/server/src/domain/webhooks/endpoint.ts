import type { EventType } from '@switchyard/contract';

/** Where events of an environment are sent to. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Undefined: all of them, also those that are still to come. */
  readonly types?: readonly EventType[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled?: { readonly reason: DisabledReason; readonly at: Date };
  /** Since when every try has failed. */
  readonly failingSince?: Date;
  /** Grows with every change of what a delivery depends on. */
  readonly revision: number;
  /** Events of the past are being sent again. */
  readonly isResending: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `gone`: it answered 410. `failing`: nothing but failures for so long that nobody seems to be there. */
export const DISABLED_REASONS = ['operator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface WebhookSecrets {
  readonly current: string;
  /** Still signed with until then, so that receivers can change over. */
  readonly previous?: { readonly secret: string; readonly until: Date };
}

export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** After so long with nothing but failures an endpoint is disabled. */
export const FAILING_MS_MAX = 5 * 24 * 60 * 60 * 1000;
export const ENDPOINTS_PER_ENVIRONMENT_MAX = 100;

/** Newest first. */
export function secretsAt(secrets: WebhookSecrets, at: Date): readonly string[] {
  const { current, previous } = secrets;
  return previous !== undefined && previous.until > at ? [current, previous.secret] : [current];
}

/** A second rotation within the overlap ends the first one's: there are never more than two. */
export function rotateSecret(secrets: WebhookSecrets, secret: string, at: Date): WebhookSecrets {
  const until = new Date(at.getTime() + SECRET_OVERLAP_MS);
  return { current: secret, previous: { secret: secrets.current, until } };
}
