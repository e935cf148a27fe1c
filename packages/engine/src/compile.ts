/**
 * The engine: `compile` builds the indexes of a snapshot once, `decide` is then microseconds. Both are pure: the same
 * snapshot, request, time and id give the same decision on every machine, in whatever order decisions are asked for.
 */
import { compileSnapshot } from './decide/compiled-snapshot.ts';
import { createDecide, type Decide } from './decide/decide.ts';
import type { Snapshot } from './snapshot.ts';

export interface Engine {
  readonly decide: Decide;
}

export function compile(snapshot: Snapshot): Engine {
  return { decide: createDecide(compileSnapshot(snapshot)) };
}
