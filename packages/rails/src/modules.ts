import type { RailModule } from '@switchyard/rail-kit';
import { berlinGroupRail } from './berlin-group/index.ts';
import { enableBankingRail } from './enable-banking/index.ts';
import { evmRail } from './evm/index.ts';
import { plaidRail } from './plaid/index.ts';
import { truelayerRail } from './truelayer/index.ts';
import { wiseRail } from './wise/index.ts';

/** Every adapter there is. The host checks credentials with a module's own schema before it opens it, so their types end here. */
export const RAIL_MODULES: readonly RailModule[] = [
  truelayerRail,
  plaidRail,
  enableBankingRail,
  berlinGroupRail,
  wiseRail,
  evmRail,
] as readonly RailModule[];
