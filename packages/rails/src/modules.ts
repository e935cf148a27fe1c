import type { RailModule } from '@switchyard/rail-kit';

/** Every adapter there is. */
export const RAIL_MODULES: readonly RailModule[] = [];
