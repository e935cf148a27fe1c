/**
 * Local mode: decides in this process by a copy of the service's snapshot, with the service's own engine. Deciding is
 * synchronous and never touches the network; pulling snapshots and reporting outcomes do.
 */
import { type DecisionRequest, type PresentedDecision, presentDecision } from '@switchyard/engine';
import type { CallDeps } from './call.ts';
import { createDecisionContexts } from './decision-contexts.ts';
import { NoSnapshot } from './errors.ts';
import { REMEMBERED_DECISIONS_MAX, TIMEOUT_MS_DEFAULT } from './limits.ts';
import { newId as newIdAt } from './new-id.ts';
import { createOutcomes, type Outcomes } from './outcomes.ts';
import { createSnapshots, isStale, type Snapshots } from './snapshots.ts';

export interface SwitchyardOptions {
  /** Where the service is, such as `https://switchyard.example`. */
  readonly baseUrl: string;
  /** A secret key: it belongs into a backend, never into a page. */
  readonly key: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Makes an id with this prefix. */
  readonly newId?: (prefix: string) => string;
  /** For one attempt. */
  readonly timeoutMs?: number;
}

export interface Switchyard {
  readonly snapshot: Snapshots;
  /** Throws NoSnapshot while there is none. The id decides splits and exploration; it is made here unless given. */
  decide(request: DecisionRequest, options?: { readonly id?: string }): LocalDecision;
  readonly outcomes: Outcomes;
}

export interface LocalDecision {
  /** What `POST /v1/route_decisions` would have answered for the same snapshot, time and id: the same canonical JSON. */
  readonly decision: RouteDecision;
  /** The snapshot was not confirmed in time: the service may know better by now. */
  readonly stale: boolean;
}

export interface RouteDecision extends PresentedDecision {
  readonly id: string;
  readonly object: 'route_decision';
  readonly createdAt: string;
}

export function createSwitchyard(options: SwitchyardOptions): Switchyard {
  const { now = Date.now, newId = (prefix) => newIdAt(prefix, now()) } = options;
  const call = readOptions(options, now);
  const contexts = createDecisionContexts(REMEMBERED_DECISIONS_MAX);
  const snapshots = createSnapshots(call);
  return {
    snapshot: snapshots.api,
    decide(request, { id = newId('dec_') } = {}) {
      if (!DECISION_ID.test(id)) throw new TypeError('A decision id is dec_ and 8 to 64 letters or digits.');
      const held = snapshots.held();
      if (held === undefined) throw new NoSnapshot();
      const nowMs = now();
      const decision: RouteDecision = {
        id,
        object: 'route_decision',
        ...presentDecision(held.engine.decide(request, { nowMs, id })),
        createdAt: new Date(nowMs).toISOString(),
      };
      contexts.remember(id, request);
      return { decision, stale: isStale(held, nowMs) };
    },
    outcomes: createOutcomes({ call, contexts, newId }),
  };
}

const DECISION_ID = /^dec_[A-Za-z0-9]{8,64}$/;

/** Mistakes in the options are found at once, not as a call that fails again and again. */
function readOptions(options: SwitchyardOptions, now: () => number): CallDeps {
  const { baseUrl, key, fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS_DEFAULT } = options;
  if (!/^https?:\/\/[^/?#]/.test(baseUrl)) throw new TypeError('baseUrl begins with https:// or http://.');
  if (/[?#]/.test(baseUrl)) throw new TypeError('baseUrl has no query and no fragment.');
  if (!/^[!-~]+$/.test(key)) throw new TypeError('key is visible ASCII, without spaces or line ends.');
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs is above zero.');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), key, fetch, now, timeoutMs };
}
