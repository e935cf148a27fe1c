/**
 * Serves one endpoint under its lease: keeps up to so many tries under way, writes what became of them, and gives the endpoint
 * back when nothing is due or its time is up. Nothing here waits for any other endpoint.
 *
 * A crash loses nothing: what was not written is due as before, and is sent again when the lease is over. So a message may
 * come twice, under the same id.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Environment } from '../../domain/environment.ts';
import type { EventRecord } from '../../domain/event.ts';
import { judgeAttempt } from '../../domain/webhooks/attempt.ts';
import { secretsAt, type WebhookEndpoint, type WebhookSecrets } from '../../domain/webhooks/endpoint.ts';
import type { Database } from '../../store/database.ts';
import { type Keyring, UnknownKeyVersion } from '../../store/keyring.ts';
import { findEndpointWithSecrets } from '../../store/webhook-endpoints.ts';
import type { DueMessage, TriedMessage } from '../../store/webhook-messages.ts';
import type { EndpointLease } from '../../store/webhook-queue.ts';
import type { TestClocks } from '../test-clocks.ts';
import {
  GATHER_MS,
  LOOK_AGAIN_MS,
  SERVE_MS_MAX,
  STALLED_AFTER_MS,
  TRIES_AT_ONCE_MAX,
  TRIES_AT_ONCE_TROUBLED_MAX,
} from './limits.ts';
import { type SendDeps, sendMessage } from './send-message.ts';
import type { Turn, TurnInput } from './take-turns.ts';

export interface ServeDeps extends SendDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly environmentOf: (id: string) => Promise<Environment | undefined>;
  readonly clocks: TestClocks;
  /** The event as `GET /v1/events/{id}` answers it, to the byte. */
  readonly writeEvent: (event: EventRecord) => string;
  /** Never goes back and never jumps, unlike the time of day. */
  readonly monotonicMs: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Taken together with others of the environment. */
  readonly takeTurn: (input: TurnInput) => Promise<Turn>;
}

export interface Serving {
  readonly ended: Promise<void>;
  /** A try has been under way for long: it may be anybody's fault but that of those who wait. */
  isStalled(): boolean;
}

interface Target {
  readonly environment: Environment;
  readonly endpoint: WebhookEndpoint;
  readonly secrets: WebhookSecrets;
}

/** `stop`: nothing new is begun. `cut`: what is under way is given up, and will be sent again. */
export function serveEndpoint(
  deps: ServeDeps,
  lease: EndpointLease,
  { stop, cut }: { readonly stop: AbortSignal; readonly cut: AbortSignal },
): Serving {
  const begunMs = deps.monotonicMs();
  const startedMs = new Map<string, number>();
  let tried: TriedMessage[] = [];
  let ended = Promise.withResolvers<void>();

  async function tryOnce(target: Target, message: DueMessage): Promise<void> {
    startedMs.set(message.event.id, deps.monotonicMs());
    const result = await attempt(deps, target, message, cut);
    startedMs.delete(message.event.id);
    if (result !== undefined) tried.push(result);
    ended.resolve();
  }

  /** Until a try ends, or it is worth looking whether there is something new. */
  async function somethingToDo(hasRoom: boolean): Promise<void> {
    const waited = new AbortController();
    const look = hasRoom ? wait(LOOK_AGAIN_MS, undefined, { signal: waited.signal, ref: false }) : NEVER;
    await Promise.race([ended.promise, look.catch(() => undefined)]);
    waited.abort();
    if (startedMs.size > 0) await wait(GATHER_MS);
    ended = Promise.withResolvers();
  }

  async function serve(): Promise<void> {
    const target = await load(deps, lease);
    if (target === undefined) return;
    let isOver = false;
    let atOnceMax = atOnceMaxOf(target.endpoint.failingSince);
    for (;;) {
      const written = tried;
      tried = [];
      isOver ||= stop.aborted || deps.monotonicMs() - begunMs > SERVE_MS_MAX;
      // An endpoint that has just got into trouble may have more under way than it would be given now.
      const room: number = isOver ? 0 : Math.max(0, atOnceMax - startedMs.size);
      const input = {
        lease,
        endpoint: target.endpoint,
        tried: written,
        underWay: [...startedMs.keys()],
        room,
      };
      const turn: Turn = await deps.takeTurn(input);
      if (turn.kind === 'over') {
        if (turn.disabled !== undefined) noteDisabled(deps, lease, turn.disabled);
        return;
      }
      for (const message of turn.due) void tryOnce(target, message);
      isOver ||= turn.hasChanged;
      atOnceMax = atOnceMaxOf(turn.failingSince);
      if (startedMs.size > 0) await somethingToDo(!isOver && startedMs.size < atOnceMax);
    }
  }

  return {
    ended: serve(),
    isStalled: () => {
      const nowMs = deps.monotonicMs();
      return startedMs.values().some((ms) => nowMs - ms > STALLED_AFTER_MS);
    },
  };
}

const NEVER = new Promise<void>(() => undefined);

function atOnceMaxOf(failingSince: Date | undefined): number {
  return failingSince === undefined ? TRIES_AT_ONCE_MAX : TRIES_AT_ONCE_TROUBLED_MAX;
}

async function load(
  deps: ServeDeps,
  { environmentId, endpointId }: EndpointLease,
): Promise<Target | undefined> {
  const environment = await deps.environmentOf(environmentId);
  const find = async () => findEndpointWithSecrets(deps.db, await deps.keyring.of(environmentId), endpointId);
  const found = await find().catch((error: unknown) => {
    // Another node may have rotated the environment's key; what was held is then read anew, once.
    if (!(error instanceof UnknownKeyVersion)) throw error;
    deps.keyring.forget(environmentId);
    return find();
  });
  return environment === undefined || found === undefined ? undefined : { environment, ...found };
}

async function attempt(
  deps: ServeDeps,
  { environment, endpoint, secrets }: Target,
  { event, tries, attempts }: DueMessage,
  cut: AbortSignal,
): Promise<TriedMessage | undefined> {
  // Tries are told and planned in the environment's time. A signature has the real one, which is what receivers compare with.
  const aheadMs = deps.clocks.aheadMs(environment.id);
  const sentAt = new Date(deps.now());
  const begunMs = deps.monotonicMs();
  const message = {
    mode: environment.mode,
    url: endpoint.url,
    secrets: secretsAt(secrets, sentAt),
    id: event.id,
    body: deps.writeEvent(event),
  };
  const result = await sendMessage(deps, message, cut);
  if (result === undefined) return undefined;
  const durationMs = Math.round(deps.monotonicMs() - begunMs);
  const verdict = judgeAttempt(result, {
    tries: tries + 1,
    endedAt: new Date(deps.now() + aheadMs),
    chance: deps.chance(),
  });
  return {
    endpointId: endpoint.id,
    eventId: event.id,
    attempt: { number: attempts + 1, at: new Date(sentAt.getTime() + aheadMs), durationMs, result },
    verdict,
  };
}

function noteDisabled({ logger }: ServeDeps, lease: EndpointLease, reason: string): void {
  const { environmentId, endpointId } = lease;
  logger.warn({ environmentId, endpointId, reason }, 'a webhook endpoint was disabled');
}
