import type { Route } from './http/route.ts';
import type { World } from './world/world.ts';

/**
 * One emulated provider. Its paths, bodies, statuses, signatures and webhooks are the real provider's; only the host differs,
 * because all live under one: `<simulator>/<id>/…`.
 */
export interface Provider {
  /** The first segment of all its paths. */
  readonly id: string;
  readonly name: string;
  readonly routes: readonly Route[];
}

export type CreateProvider = (world: World) => Provider;
