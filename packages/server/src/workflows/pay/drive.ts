import type { Environment } from '../../domain/environment.ts';
import type { EventCause } from '../../domain/event.ts';
import type { Lease } from '../../store/jobs.ts';
import type { EnvironmentKeys } from '../../store/keyring.ts';
import type { WorkflowDeps } from '../deps.ts';

/** One turn of work on a payment, under a lease. */
export interface Drive {
  readonly deps: WorkflowDeps;
  readonly environment: Environment;
  readonly keys: EnvironmentKeys;
  readonly lease: Lease;
  readonly cause: EventCause;
  /** A call that is begun now could outlive the lease, and somebody else may decide that it was never made. */
  readonly isTooLate: () => boolean;
}
