/** What a thread of the crew is given to do, and what it answers. */
import type { DeathPlan } from './crash-points.ts';
import type { SimulatedRail } from './providers/rails.ts';

export type Task =
  | {
      readonly kind: 'seeds';
      readonly first: number;
      readonly count: number;
      /** For whoever looks for a bug that is there: the first seed that shows it is enough. */
      readonly untilShown?: true;
    }
  /** The first life in which everybody died as planned settles it. */
  | { readonly kind: 'death'; readonly plans: readonly DeathPlan[] };

export interface Broken {
  readonly seed: number;
  readonly violation: string;
  readonly plan?: DeathPlan;
}

export interface TaskAnswer {
  readonly lives: number;
  readonly payments: number;
  readonly ended: Readonly<Record<string, number>>;
  readonly broken: readonly Broken[];
  /** Of a task of dying: whether every death of a plan came to pass. */
  readonly isReached: boolean;
}

export type Route = readonly SimulatedRail[];
