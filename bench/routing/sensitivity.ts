/** How much our result depends on the parameters chosen: each is moved by itself, far, and all scenarios run again. */
import { measureScenario } from './measure.ts';
import { createSwitchyardPolicy, TUNING } from './policies/switchyard.ts';
import type { Tuning } from './policies/switchyard-snapshot.ts';
import type { Scenario, Size } from './world.ts';

export interface SensitivityRow {
  readonly change: string;
  /** The mean regret of a seed, added up over all scenarios, in units of 100 minor units. */
  readonly totalRegret: number;
}

const { reliability, exploration } = TUNING;

const VARIANTS: readonly { readonly change: string; readonly tuning: Tuning }[] = [
  { change: 'as chosen', tuning: TUNING },
  variant('half-life halved', { halfLifeMs: reliability.halfLifeMs / 2 }),
  variant('half-life doubled', { halfLifeMs: reliability.halfLifeMs * 2 }),
  variant('half-life times four', { halfLifeMs: reliability.halfLifeMs * 4 }),
  variant('prior 90 %', { priorPpm: 900_000 }),
  variant('prior 97 %', { priorPpm: 970_000 }),
  variant('prior half as strong', { priorStrength: Math.round(reliability.priorStrength / 2) }),
  variant('prior twice as strong', { priorStrength: reliability.priorStrength * 2 }),
  { change: 'no exploration', tuning: { ...TUNING, exploration: { ...exploration, ratePpm: 0 } } },
  { change: 'exploration 2 %', tuning: { ...TUNING, exploration: { ...exploration, ratePpm: 20_000 } } },
];

export function measureSensitivity(
  scenarios: readonly Scenario[],
  seeds: readonly number[],
  size: Size,
  onProgress: (change: string) => void,
): readonly SensitivityRow[] {
  return VARIANTS.map(({ change, tuning }) => {
    onProgress(change);
    const maker = {
      id: change,
      create: (world: Parameters<typeof createSwitchyardPolicy>[0], seed: number) =>
        createSwitchyardPolicy(world, seed, tuning),
    };
    const totalMinor = scenarios
      .flatMap((scenario) => measureScenario(scenario, [maker], seeds, size).policies)
      .flatMap(({ regretMinor }) => regretMinor)
      .reduce((sum, minor) => sum + minor, 0);
    return { change, totalRegret: totalMinor / seeds.length / 100 };
  });
}

function variant(change: string, changed: Partial<Tuning['reliability']>) {
  return { change, tuning: { ...TUNING, reliability: { ...reliability, ...changed } } };
}
