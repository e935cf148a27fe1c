import type { Handler } from './operation.ts';

/** Everything the engine reads. Its digest leaves out when it was cut, so that is also how it is told apart. */
export const getRoutingSnapshot: Handler<'routingSnapshot.get'> = {
  kind: 'read',
  async run({ deps, call }) {
    const { snapshot } = await deps.engines.of(call.environment);
    return { ok: true, value: snapshot };
  },
  etag: ({ digest }) => `"${digest}"`,
};
