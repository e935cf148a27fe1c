import type { PaymentIntentStatus } from '@switchyard/contract';
import type { Logger } from 'pino';
import type { Directory } from '../directory/directory.ts';
import type { Environment } from '../domain/environment.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { LegCost } from '../domain/payment/leg-cost.ts';
import type { RailCaller } from '../rails/call.ts';
import type { SimulatorControl } from '../rails/simulator-control.ts';
import type { Engines } from '../routing/engines.ts';
import type { Database } from '../store/database.ts';
import type { Keyring } from '../store/keyring.ts';
import type { Connections } from './connections.ts';
import type { TestClocks } from './test-clocks.ts';

/** Waits; given up at once when the signal is aborted. It keeps no process from ending. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** What a workflow works with: it outlives the request that began it, so it knows no request. */
export interface WorkflowDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly engines: Engines;
  readonly caller: RailCaller;
  readonly connections: Connections;
  readonly directory: Directory;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly newUuid: () => string;
  /** Ours, or the environment's where that was moved ahead: see `inTimeOf`. */
  readonly now: () => number;
  /** How far `now` is ahead of the real time, which is what providers have. */
  readonly aheadMs: number;
  readonly clocks: TestClocks;
  readonly simulators: SimulatorControl;
  /** By a clock that only runs on: how long something took, however the other one is set meanwhile. */
  readonly elapsedMs: () => number;
  readonly sleep: Sleep;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly environmentOf: (id: string) => Promise<Environment | undefined>;
  /** Counts: told when a payment is about to be in a status, in the transaction that says so. */
  readonly onPayment?: (status: PaymentIntentStatus) => void;
  readonly onLegCost?: (cost: LegCost) => void;
}
