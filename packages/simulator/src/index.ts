/** Emulated providers and banks over real HTTP. */

export type { CreateProvider, Provider } from './provider.ts';
export { ALL_PROVIDERS } from './providers/all-providers.ts';
export {
  DEVELOPMENT_WALLET,
  KNOWN_CHAINS,
  type KnownChain,
  TEST_PAYEES,
} from './providers/evm/known-chains.ts';
export { PLAID_CLIENT_ID, PLAID_SECRET } from './providers/plaid/index.ts';
export {
  WISE_API_TOKEN,
  WISE_BELGIUM,
  WISE_PROFILE_ID,
  WISE_WEBHOOK_PUBLIC_KEY,
} from './providers/wise/index.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';
