export type { CreateProvider, Provider } from './provider.ts';
