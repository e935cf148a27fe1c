/** A picture per scenario: how the regret of each policy grew. */
import type { ScenarioResult } from './measure.ts';
import { drawLineChart } from './svg.ts';
import type { Size } from './world.ts';

/** Told apart by colour and, where that is not enough, by dashes. */
const STYLES: Readonly<Record<string, { readonly colour: string; readonly isDashed: boolean }>> = {
  switchyard: { colour: '#0b6e4f', isDashed: false },
  window: { colour: '#c0392b', isDashed: false },
  blocks: { colour: '#d68910', isDashed: false },
  static: { colour: '#7f8c8d', isDashed: true },
};

const HOUR_MS = 3_600_000;
const MINOR_PER_UNIT = 100;
/** Room above the highest of the learning policies. */
const HEADROOM = 1.15;

export function plotRegret({ scenario, policies }: ScenarioResult, size: Size): string {
  const lines = policies.flatMap(({ policy, regretCurveMinor }) => {
    const style = STYLES[policy];
    if (style === undefined) return [];
    return [{ label: policy, ...style, values: regretCurveMinor.map((minor) => minor / MINOR_PER_UNIT) }];
  });
  const highest = Math.max(
    1,
    ...lines.filter(({ label }) => label !== 'static').flatMap(({ values }) => values),
  );
  return drawLineChart({
    title: `${scenario.id}: regret against the oracle`,
    xLabel: 'hours',
    yLabel: 'cumulative regret, EUR',
    xMax: size.durationMs / HOUR_MS,
    yMax: HEADROOM * highest,
    lines,
  });
}
