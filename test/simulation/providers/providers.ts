/** All that the simulated rails have in common. */
import type { Process } from '../process.ts';
import type { World } from '../world.ts';
import type { Chain } from './chain.ts';
import type { Ledger } from './ledger.ts';
import type { Hold } from './rates.ts';

export interface Providers {
  readonly world: World;
  readonly ledger: Ledger;
  readonly chain: Chain;
  /** By rail: until when it is out of reach. */
  readonly downUntilMs: Map<string, number>;
  /** Told when a call that can move money has reached its provider. */
  onMoneyCall(rail: string, call: string, key: string): void;
  /** A call that can move money is on its way; and has come to its end for its process. */
  onBegun(process: Process, key: string): void;
  onEnded(process: Process, key: string): void;
  /** A payout is about to be asked for under a rate. */
  onRateUsed(process: Process, hold: Hold | undefined): void;
}

export const RETENTION_MS = 24 * 60 * 60_000;
