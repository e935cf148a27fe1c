/**
 * Success-based dynamic routing as Hyperswitch documented it: outcomes of a rail gather in a current block of 5; an outcome
 * that finds it full moves it to the finished blocks, of which the last 8 are kept. The score is the mean of the finished
 * blocks' success rates, the newest weighing most (1 to 8), in hundredths of a percent, rounded down. Under 5 finished blocks
 * the score is 100 %. 20 % of the payments explore: a rail is drawn evenly from all of them. Otherwise the highest score wins,
 * a tie going to the first in the list. Prices and speed play no part.
 *
 * Sources: the defaults `min_aggregates_size` 5, `max_aggregates_size` 8, `max_total_count` 5, `default_success_rate` 100 (pull
 * request 8098), `exploration_percent` 20 (pull request 8158) and no shuffling of ties (pull request 8241) of
 * github.com/juspay/hyperswitch; the weighting is in the documentation of its success-rate service. How an exploring payment
 * is spread is not documented; an even draw is assumed.
 */
import type { PolicyMaker, RoutingPolicy } from '../policy.ts';
import { createRandom } from '../random.ts';
import type { World } from '../world.ts';
import { pickHighest } from './pick.ts';
import { valueInPlaceOfScore } from './priced.ts';

export const BLOCK_OUTCOMES = 5;
export const BLOCKS_KEPT = 8;
export const BLOCKS_NEEDED = 5;
export const EXPLORATION_SHARE = 0.2;
const DEFAULT_RATE = 1;

export const blocks: PolicyMaker = {
  id: 'blocks',
  create: (_world, seed) => createBlocksPolicy(seed),
};

/** The same estimates, but choosing by expected cost as we do. */
export const pricedBlocks: PolicyMaker = {
  id: 'blocks+price',
  create: (world, seed) => createBlocksPolicy(seed, world),
};

function createBlocksPolicy(seed: number, priced?: World): RoutingPolicy {
  const random = createRandom(seed);
  const histories = new Map<number, BlockHistory>();
  return {
    choose: (payment, candidates, carried) => {
      if (random.next() < EXPLORATION_SHARE) return candidates[random.below(candidates.length)] ?? 0;
      const rate = (rail: number) => rateOf(histories.get(rail)?.finished ?? []);
      const score = priced === undefined ? rate : valueInPlaceOfScore(priced, payment, carried, rate);
      return pickHighest(candidates, score);
    },
    learn: ({ rail, succeeded }) => {
      histories.set(rail, addOutcome(histories.get(rail) ?? NO_HISTORY, succeeded));
    },
  };
}

interface BlockHistory {
  readonly current: Block;
  /** Oldest first. */
  readonly finished: readonly Block[];
}

interface Block {
  readonly successes: number;
  readonly total: number;
}

const EMPTY_BLOCK: Block = { successes: 0, total: 0 };
const NO_HISTORY: BlockHistory = { current: EMPTY_BLOCK, finished: [] };

function addOutcome({ current, finished }: BlockHistory, succeeded: boolean): BlockHistory {
  if (current.total < BLOCK_OUTCOMES) return { current: count(current, succeeded), finished };
  return {
    current: count(EMPTY_BLOCK, succeeded),
    finished: [...finished, current].slice(-BLOCKS_KEPT),
  };
}

function count({ successes, total }: Block, succeeded: boolean): Block {
  return { successes: successes + (succeeded ? 1 : 0), total: total + 1 };
}

export function rateOf(finished: readonly Block[]): number {
  if (finished.length < BLOCKS_NEEDED) return DEFAULT_RATE;
  const weights = (finished.length * (finished.length + 1)) / 2;
  const weighted = finished.reduce(
    (sum, { successes, total }, index) => sum + (successes / total) * (index + 1),
    0,
  );
  return Math.floor((weighted / weights) * 10_000) / 10_000;
}
