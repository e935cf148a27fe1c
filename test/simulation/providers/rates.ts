/** Rates that a provider holds for a while. What names one that it holds no longer is refused. */
import type { Done, FxQuote, FxRequest, Refused } from '@switchyard/rail-kit';
import type { World } from '../world.ts';

/** What an order names a held rate by. */
export interface Hold {
  readonly held: string;
  readonly untilMs: number;
  /** What leaves the balance at it. */
  readonly send: string;
}

export const RATE_FEE = 50n;
const MINUTE_MS = 60_000;
const LIVES_MS = [MINUTE_MS, 10 * MINUTE_MS, 24 * 60 * MINUTE_MS];

export function holdRate({ random, nowMs }: World, name: string, send: bigint): Hold {
  return { held: name, untilMs: nowMs() + random.pick(LIVES_MS), send: String(send) };
}

/** The market has moved a little, in either direction or not at all. */
export function quoteRate(world: World, request: FxRequest): Done<FxQuote> | Refused {
  if (request.fixed !== 'receive') return { kind: 'refused', code: 'provider_rejected' };
  const { receive, sendAsset } = request;
  const send = receive.value + RATE_FEE + BigInt(world.random.between(-1, 1));
  const { untilMs, ...hold } = holdRate(world, request.key, send);
  const fee = { value: RATE_FEE, asset: sendAsset };
  return {
    kind: 'done',
    result: {
      memo: { ...hold, untilMs },
      send: { value: send, asset: sendAsset },
      receive,
      fee,
      rate: '1',
      lockedUntilMs: untilMs,
    },
  };
}

export function holdOf(quote: unknown): Hold | undefined {
  // Only the two above make them.
  return quote === undefined || quote === null ? undefined : (quote as Hold);
}
