import type { CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import type { RouteContext, RouteRequest } from './route-request.ts';
import type { Routes } from './route-terms.ts';

export type FindRoutes = (request: RouteRequest, context: RouteContext) => Routes;

export function createFindRoutes(_snapshot: CompiledSnapshot): FindRoutes {
  return () => ({ quotes: [], infeasible: [], suggestion: null, wanted: [] });
}
