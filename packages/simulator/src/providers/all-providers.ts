import type { CreateProvider } from '../provider.ts';
import { createBerlinGroup } from './berlin-group/create-berlin-group.ts';
import { createEnableBanking } from './enable-banking/create-enable-banking.ts';
import { createEvm } from './evm/index.ts';
import { createPlaid } from './plaid/index.ts';
import { createTruelayer } from './truelayer/index.ts';
import { createWise, createWiseBelgium } from './wise/index.ts';

/** Every provider that is emulated, in the order of the front page. */
export const ALL_PROVIDERS: readonly CreateProvider[] = [
  createTruelayer,
  createPlaid,
  createEnableBanking,
  createBerlinGroup,
  createWise,
  createWiseBelgium,
  createEvm,
];
