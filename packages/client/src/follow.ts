/**
 * Keeps the snapshot fresh in the background. It never keeps a process alive, never calls twice at once, and never
 * gives up: what goes wrong is told to `onError`, and tried again at the next turn.
 */
import { SwitchyardError } from './errors.ts';
import { FOLLOW_EVERY_MS_DEFAULT, FOLLOW_EVERY_MS_MAX, FOLLOW_JITTER_PERCENT } from './limits.ts';

export interface FollowOptions {
  readonly everyMs?: number;
  /** Without it a failure shows only in that decisions become stale. */
  readonly onError?: (error: unknown) => void;
}

export interface FollowDeps {
  readonly pull: () => Promise<unknown>;
  /** Whether there is a snapshot already; without one the first pull is made at once. */
  readonly isLoaded: () => boolean;
}

/** Answers the function that stops it. */
export function follow({ pull, isLoaded }: FollowDeps, options: FollowOptions = {}): () => void {
  const { everyMs = FOLLOW_EVERY_MS_DEFAULT, onError } = options;
  if (!(everyMs >= 1 && everyMs <= FOLLOW_EVERY_MS_MAX)) {
    throw new TypeError(`everyMs is from 1 to ${FOLLOW_EVERY_MS_MAX} milliseconds.`);
  }
  let stopped = false;
  let timer: Timer | undefined;

  const wait = (ms: number): void => {
    timer = setTimeout(turn, ms);
    letProcessEnd(timer);
  };
  const turn = async (): Promise<void> => {
    let waitMs = jittered(everyMs, Math.random());
    try {
      await pull();
    } catch (error) {
      if (error instanceof SwitchyardError) waitMs = Math.max(waitMs, pauseMs(error));
      if (!stopped) onError?.(error);
    } finally {
      if (!stopped) wait(waitMs);
    }
  };

  if (isLoaded()) wait(jittered(everyMs, Math.random()));
  else void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

type Timer = ReturnType<typeof setTimeout>;

/** `chance` is from 0 up to 1. */
export function jittered(ms: number, chance: number): number {
  return ms * (1 + ((2 * chance - 1) * FOLLOW_JITTER_PERCENT) / 100);
}

function pauseMs({ retryAfterMs = 0 }: SwitchyardError): number {
  return Math.min(retryAfterMs, FOLLOW_EVERY_MS_MAX);
}

/** In Node a timer keeps its process alive unless told otherwise; in a browser it is a mere number. */
function letProcessEnd(timer: Timer): void {
  if (typeof timer === 'object') timer.unref();
}
