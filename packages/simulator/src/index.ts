/** Emulated providers and banks over real HTTP. */

export type { CreateProvider, Provider } from './provider.ts';
export { ALL_PROVIDERS } from './providers/all-providers.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';
