/** Why the chosen rail was chosen. */
import { because, type EngineExplanation } from '../sentences.ts';
import { unreachable } from '../unreachable.ts';
import { percentText } from './amount-text.ts';
import type { Choice } from './choice.ts';
import type { Runner } from './runner.ts';
import { costText, expectedText, type Verdict } from './verdict.ts';

export function explainChoice(verdict: Verdict, choice: Choice, chosen: Runner): EngineExplanation {
  const { reason } = choice;
  const rail = chosen.candidate.name;
  switch (reason.by) {
    case 'degraded': {
      const floor = percentText(verdict.snapshot.numbers.reliability.floorPpm);
      return because('chosen.degraded', { rail, success: chosen.success, floor });
    }
    case 'exploration':
      return because('chosen.explored', { rail });
    case 'split':
      return because('chosen.split', { rail, rule: reason.rule, share: percentText(choice.propensityPpm) });
    case 'prefer':
      return because('chosen.preferred', { rail, rule: reason.rule });
    case 'require':
      return because('chosen.required', { rail, rule: reason.rule });
    case 'request':
      return explainWhole(verdict, rail) ?? because('chosen.forced', { rail });
    case 'only':
      return explainWhole(verdict, rail) ?? because('chosen.only', { rail });
    case 'ranking':
      return explainWhole(verdict, rail) ?? explainRanking(verdict, chosen);
    default:
      return unreachable(reason);
  }
}

/** For a band whose middle, asked for exactly, would go elsewhere. */
function explainWhole({ band, preference }: Verdict, rail: string): EngineExplanation | undefined {
  if (band === undefined || band.owner.is === 'chosen') return undefined;
  const { middle, owner } = band;
  return owner.is === 'nobody'
    ? because('chosen.band_whole_only', { rail, preference, middle })
    : because('chosen.band_whole', { rail, preference, middle, other: owner.name });
}

function explainRanking(verdict: Verdict, chosen: Runner): EngineExplanation {
  const { preference, labels, band } = verdict;
  const best = band?.owner.is === 'chosen' ? band.owner.best : undefined;
  const { name: rail, latency, price } = chosen.candidate;
  if (best !== undefined) {
    return because('chosen.band', { rail, preference, from: best.from, to: best.to });
  }
  if (preference === 'fastest') {
    return latency === undefined
      ? because('chosen.speed_unknown', { rail })
      : because('chosen.fastest', { rail, p50Ms: String(latency.p50Ms) });
  }
  if (!chosen.comparable) return because('chosen.price_unknown', { rail });
  if (chosen.paced !== undefined && labels[preference] !== chosen.at) {
    const tolerance = percentText(price?.pace?.tolerancePpm ?? 0);
    return because('chosen.paced', { rail, cost: costText(verdict, chosen), tolerance });
  }
  return preference === 'cheapest'
    ? because('chosen.cheapest', { rail, cost: costText(verdict, chosen) })
    : because('chosen.recommended', { rail, expected: expectedText(verdict, chosen) });
}
