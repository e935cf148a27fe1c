/**
 * The engine: `compile` builds the indexes of a snapshot once, `decide` is then microseconds. All is pure: the same
 * snapshot, request, time and id give the same decision on every machine, in whatever order decisions are asked for, and
 * the same goes for routes.
 */
import { compileSnapshot } from './decide/compiled-snapshot.ts';
import { createDecide, type Decide } from './decide/decide.ts';
import { createFindRoutes, type FindRoutes } from './routes/find-routes.ts';
import type { Snapshot } from './snapshot.ts';

export interface Engine {
  readonly decide: Decide;
  readonly findRoutes: FindRoutes;
}

export function compile(snapshot: Snapshot): Engine {
  const compiled = compileSnapshot(snapshot);
  return { decide: createDecide(compiled), findRoutes: createFindRoutes(compiled, snapshot.calendars) };
}
