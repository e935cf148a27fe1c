import type { EnvironmentMode } from '@switchyard/engine';

/** Where a call runs: decided by its key alone. */
export interface Environment {
  readonly id: string;
  readonly organisationId: string;
  readonly mode: EnvironmentMode;
}
