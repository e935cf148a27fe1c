/** Why an alternative was not chosen: the first thing in which it differs from the chosen rail. */
import { because, type EngineExplanation } from '../sentences.ts';
import { unreachable } from '../unreachable.ts';
import type { Choice } from './choice.ts';
import type { Runner } from './runner.ts';
import { costText, expectedText, isPacedOver, type Verdict } from './verdict.ts';

export function explainLoss(verdict: Verdict, choice: Choice, won: Runner, lost: Runner): EngineExplanation {
  const { reason } = choice;
  const rail = lost.candidate.name;
  const chosen = won.candidate.name;
  const { band } = verdict;
  if (band?.owner.is === 'other' && band.owner.connection === lost.candidate.connection) {
    return because('lost.band_part', { rail, chosen, middle: band.middle });
  }
  switch (reason.by) {
    case 'exploration':
      return because('lost.explored', { rail, chosen });
    case 'split':
      return because('lost.split', { rail, chosen, rule: reason.rule });
    case 'prefer':
      // Two connections of one rail are preferred alike.
      return lost.candidate.rail === won.candidate.rail
        ? compare(verdict, won, lost)
        : because('lost.not_preferred', { rail, chosen, rule: reason.rule });
    case 'degraded':
      return lessReliable(won, lost) ?? compare(verdict, won, lost);
    case 'ranking':
    case 'require':
    case 'request':
    case 'only':
      return compare(verdict, won, lost);
    default:
      return unreachable(reason);
  }
}

function compare(verdict: Verdict, won: Runner, lost: Runner): EngineExplanation {
  switch (verdict.preference) {
    case 'cheapest':
      return dearer(verdict, won, lost) ?? slower(won, lost) ?? lessReliable(won, lost) ?? later(won, lost);
    case 'fastest':
      return slower(won, lost) ?? dearer(verdict, won, lost) ?? lessReliable(won, lost) ?? later(won, lost);
    case 'recommended':
      return unpriced(won, lost) ?? worse(verdict, won, lost) ?? later(won, lost);
    default:
      return unreachable(verdict.preference);
  }
}

function dearer(verdict: Verdict, won: Runner, lost: Runner): EngineExplanation | undefined {
  if (!won.comparable || !lost.comparable) return unpriced(won, lost);
  if (verdict.scores[won.at] === verdict.scores[lost.at]) return undefined;
  const rail = lost.candidate.name;
  const chosen = won.candidate.name;
  const cost = costText(verdict, lost);
  const chosenCost = costText(verdict, won);
  if (isPacedOver(verdict, won, lost)) return because('lost.paced', { rail, chosen, cost });
  if (cost === chosenCost) return because('lost.dearer_slightly', { rail, chosen });
  return verdict.band === undefined
    ? because('lost.dearer', { rail, chosen, cost, chosenCost })
    : because('lost.dearer_in_band', { rail, chosen, cost, chosenCost, middle: verdict.band.middle });
}

function unpriced(won: Runner, lost: Runner): EngineExplanation | undefined {
  if (!won.comparable || lost.comparable) return undefined;
  const { name: rail, gap } = lost.candidate;
  switch (gap) {
    case 'unlisted':
      return because('lost.price_unknown', { rail });
    case 'needs_amount':
      return because('lost.price_needs_amount', { rail });
    case 'no_rate':
    case undefined:
      return because('lost.price_not_comparable', { rail });
    default:
      return unreachable(gap);
  }
}

function slower(won: Runner, lost: Runner): EngineExplanation | undefined {
  const fast = won.candidate.latency;
  const slow = lost.candidate.latency;
  const rail = lost.candidate.name;
  if (fast?.p50Ms === slow?.p50Ms || fast === undefined) return undefined;
  if (slow === undefined) return because('lost.speed_unknown', { rail });
  return because('lost.slower', {
    rail,
    chosen: won.candidate.name,
    p50Ms: String(slow.p50Ms),
    chosenP50Ms: String(fast.p50Ms),
  });
}

function lessReliable(won: Runner, lost: Runner): EngineExplanation | undefined {
  if (won.reliability.successPpm === lost.reliability.successPpm) return undefined;
  return because('lost.less_reliable', {
    rail: lost.candidate.name,
    chosen: won.candidate.name,
    success: lost.success,
    chosenSuccess: won.success,
  });
}

function worse(verdict: Verdict, won: Runner, lost: Runner): EngineExplanation | undefined {
  if (verdict.scores[won.at] === verdict.scores[lost.at]) return undefined;
  const rail = lost.candidate.name;
  const chosen = won.candidate.name;
  if (isPacedOver(verdict, won, lost)) {
    return because('lost.paced', { rail, chosen, cost: costText(verdict, lost) });
  }
  const expected = expectedText(verdict, lost);
  const chosenExpected = expectedText(verdict, won);
  return expected === chosenExpected
    ? because('lost.expected_slightly', { rail, chosen })
    : because('lost.expected', { rail, chosen, expected, chosenExpected });
}

function later(won: Runner, lost: Runner): EngineExplanation {
  return because('lost.order', { rail: lost.candidate.name, chosen: won.candidate.name });
}
