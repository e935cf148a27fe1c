/** How much processor time the engine takes of a quote: what the workflow asks of it is recorded once, and asked again and again. */
import type { RouteContext, RouteRequest } from '@switchyard/engine';
import type { Engines } from '../../packages/server/src/routing/engines.ts';
import { findPayableAccount } from '../../packages/server/src/store/accounts.ts';
import type { TestServer } from '../../packages/server/src/testing/test-server.ts';
import { quoteRoutes } from '../../packages/server/src/workflows/quote-routes.ts';
import type { Furnished } from './furnish.ts';

export interface EngineTime {
  /** Of all its calls for one quote together. */
  readonly engineUs: number;
  readonly routes: number;
  /** How many rates were asked of providers. */
  readonly rates: number;
}

type Asked = readonly [RouteRequest, RouteContext];

export async function measureEngine(
  server: TestServer,
  { key, payer }: Furnished,
  payee: string,
  amount: RouteRequest['amount'],
  seconds: number,
): Promise<EngineTime> {
  const { environment } = key;
  const { workflows } = server;
  const keys = await workflows.keyring.of(environment.id);
  const [from, to] = await Promise.all([
    findPayableAccount(workflows.db, keys, payer),
    findPayableAccount(workflows.db, keys, payee),
  ]);
  if (from === undefined || to === undefined) throw new Error('The accounts are not there');
  const asked: Asked[] = [];
  const engines = listening(workflows.engines, asked);
  const wish = { from, to, amount, channel: 'web' } as const;
  const { stored } = await quoteRoutes({ ...workflows, engines }, environment, wish);
  const { engine } = await workflows.engines.of(environment);
  const ask = () => {
    for (const [request, context] of asked) engine.findRoutes(request, context);
  };
  repeat(ask, seconds);
  const rates = asked.at(-1)?.[0].fxQuotes?.length ?? 0;
  return { engineUs: repeat(ask, seconds), routes: stored.length, rates };
}

function listening(engines: Engines, asked: Asked[]): Engines {
  return {
    ...engines,
    of: async (environment) => {
      const routed = await engines.of(environment);
      const { engine } = routed;
      return {
        ...routed,
        engine: {
          ...engine,
          findRoutes: (request, context) => {
            asked.push([request, context]);
            return engine.findRoutes(request, context);
          },
        },
      };
    },
  };
}

/** Microseconds of processor time for each time. */
function repeat(work: () => void, seconds: number): number {
  const untilMs = performance.now() + seconds * 1000;
  const before = process.threadCpuUsage();
  let times = 0;
  do {
    work();
    times += 1;
  } while (performance.now() < untilMs);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / times;
}
