/** One exchange with a provider, over a network that can lose, delay and break everything but never forges an answer. */
import { type Failed, unavailable, unknownOutcome } from '@switchyard/rail-kit';
import { CALL_TIMEOUT_MS } from '../../../packages/server/src/rails/limits.ts';
import type { Process } from '../process.ts';
import type { Providers } from './providers.ts';

/** Later than any request can still arrive, "not found" proves absence; rails say so in their facts. */
export const ABSENCE_HORIZON_MS = 10 * 60_000;
const REQUEST_LATE_MS_MAX = ABSENCE_HORIZON_MS - 5 * 60_000;

export interface Exchange {
  readonly name: string;
  readonly movesMoney: boolean;
  /** Of the operation, where two at once would be one too many. */
  readonly key?: string;
}

export async function exchange<T>(
  providers: Providers,
  process: Process,
  call: Exchange,
  effect: () => T,
): Promise<T | Failed> {
  const { key } = call;
  if (key === undefined) return travel(providers, process, call, effect);
  providers.onBegun(process, key);
  const answer = await travel(providers, process, call, effect);
  providers.onEnded(process, key);
  return answer;
}

async function travel<T>(
  { world }: Providers,
  process: Process,
  { name, movesMoney }: Exchange,
  effect: () => T,
): Promise<T | Failed> {
  const { random } = world;
  const startedMs = world.nowMs();
  const failure = () => (movesMoney || random.chance(0.5) ? unknownOutcome() : unavailable());
  const timeOut = async () => {
    await process.sleep(Math.max(0, startedMs + CALL_TIMEOUT_MS - world.nowMs()));
    return failure();
  };
  await process.step(`before ${name}`);
  if (process.strikes('notConnected')) {
    await process.sleep(random.between(1, 5_000));
    return unavailable();
  }
  if (process.strikes('requestLost')) return timeOut();
  if (process.strikes('requestLate')) {
    world.after(random.between(CALL_TIMEOUT_MS, REQUEST_LATE_MS_MAX), effect);
    return timeOut();
  }
  await process.sleep(random.between(1, random.pick([20, 20, 300, 20_000])));
  if (process.strikes('serverError')) {
    if (random.chance(0.5)) effect();
    return failure();
  }
  const answer = effect();
  await process.step(`after ${name}`);
  if (process.strikes('answerLost')) return timeOut();
  return answer;
}
