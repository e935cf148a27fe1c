import type { CreateProvider } from '../provider.ts';

/** Every provider that is emulated, in the order of the front page. */
export const ALL_PROVIDERS: readonly CreateProvider[] = [];
