/**
 * Success-rate routing as Juspay's decision-engine documents it ("SR v3"): for each rail the last 125 outcomes, scored by the
 * share of successes; the highest score wins and a tie is drawn. A rail without outcomes scores 1, and its first outcome
 * finds a window already full of successes, so a new rail is tried at once and given up slowly. 5 % of the payments are
 * hedged: they go to a rail other than the leader, drawn evenly. Prices and speed play no part.
 *
 * Sources: `DEFAULT_SR_V3_BASED_BUCKET_SIZE` 125 and `DEFAULT_SR_V3_BASED_HEDGING_PERCENT` 5 in
 * `src/decider/gatewaydecider/constants.rs`; the filled window in `src/feedback/gateway_selection_scoring_v3/flow.rs`; the
 * description of hedging and ties in `examples/sr_v3_cold_start_eval.rs`, all of github.com/juspay/decision-engine.
 */
import type { PolicyMaker, RoutingPolicy } from '../policy.ts';
import { createRandom } from '../random.ts';
import type { World } from '../world.ts';
import { pickHighest } from './pick.ts';
import { valueInPlaceOfScore } from './priced.ts';

export const WINDOW_OUTCOMES = 125;
export const HEDGING_SHARE = 0.05;

export const window: PolicyMaker = {
  id: 'window',
  create: (_world, seed) => createWindowPolicy(seed),
};

/** The same estimates, but choosing by expected cost as we do: how much of the difference is the learning alone. */
export const pricedWindow: PolicyMaker = {
  id: 'window+price',
  create: (world, seed) => createWindowPolicy(seed, world),
};

function createWindowPolicy(seed: number, priced?: World): RoutingPolicy {
  const random = createRandom(seed);
  const windows = new Map<number, OutcomeWindow>();
  return {
    choose: (payment, candidates, carried) => {
      const rate = (rail: number) => (windows.get(rail)?.successes ?? WINDOW_OUTCOMES) / WINDOW_OUTCOMES;
      const score = priced === undefined ? rate : valueInPlaceOfScore(priced, payment, carried, rate);
      const leader = pickHighest(candidates, score, random);
      if (candidates.length === 1 || random.next() >= HEDGING_SHARE) return leader;
      const others = candidates.filter((rail) => rail !== leader);
      return others[random.below(others.length)] ?? leader;
    },
    learn: ({ rail, succeeded }) => {
      const seen = windows.get(rail) ?? fullWindow();
      windows.set(rail, pushOutcome(seen, succeeded));
    },
  };
}

interface OutcomeWindow {
  /** The last outcomes, oldest at `oldest`, round and round. */
  readonly outcomes: boolean[];
  readonly oldest: number;
  readonly successes: number;
}

function fullWindow(): OutcomeWindow {
  return {
    outcomes: Array.from({ length: WINDOW_OUTCOMES }, () => true),
    oldest: 0,
    successes: WINDOW_OUTCOMES,
  };
}

function pushOutcome({ outcomes, oldest, successes }: OutcomeWindow, succeeded: boolean): OutcomeWindow {
  const dropped = outcomes[oldest] === true ? 1 : 0;
  outcomes[oldest] = succeeded;
  return {
    outcomes,
    oldest: (oldest + 1) % WINDOW_OUTCOMES,
    successes: successes - dropped + (succeeded ? 1 : 0),
  };
}
