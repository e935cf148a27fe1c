/** All scenarios, in the order of the report. */
import { allBad } from './scenarios/all-bad.ts';
import { calm } from './scenarios/calm.ts';
import { correlatedOutage } from './scenarios/correlated-outage.ts';
import { countryFailure } from './scenarios/country-failure.ts';
import { delayedFeedback } from './scenarios/delayed-feedback.ts';
import { drift } from './scenarios/drift.ts';
import { flapping } from './scenarios/flapping.ts';
import { institutionFailure } from './scenarios/institution-failure.ts';
import { newRail } from './scenarios/new-rail.ts';
import { outage } from './scenarios/outage.ts';
import { priceTiers } from './scenarios/price-tiers.ts';
import { seasonalLoad } from './scenarios/seasonal-load.ts';
import { slowButSound } from './scenarios/slow-but-sound.ts';
import type { Scenario } from './world.ts';

export const SCENARIOS: readonly Scenario[] = [
  calm,
  drift,
  outage,
  flapping,
  correlatedOutage,
  allBad,
  delayedFeedback,
  slowButSound,
  countryFailure,
  institutionFailure,
  newRail,
  seasonalLoad,
  priceTiers,
];
