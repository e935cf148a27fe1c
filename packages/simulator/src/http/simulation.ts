/**
 * One life of the simulator: a world, the providers in it, what is to go wrong and what was asked. A reset ends it and
 * starts another.
 */
import { controlRoutes } from '../control/control-routes.ts';
import { answerWithFault, createFaults } from '../control/faults.ts';
import { createRequestLog, type LoggedRequest } from '../control/request-log.ts';
import { frontPage } from '../pages/front-page.ts';
import type { CreateProvider } from '../provider.ts';
import type { Store } from '../state/create-store.ts';
import { createWorld, type WorldOptions } from '../world/create-world.ts';
import type { ReceivedRequest } from './read-request.ts';
import { json, page } from './replies.ts';
import type { Reply, Route } from './route.ts';
import { createRouter } from './router.ts';

export interface Simulation {
  /** What has changed on the way is kept before this resolves. */
  answer(request: ReceivedRequest): Promise<Reply>;
  /** For the life that follows this one: its ids go on from there. */
  nextSeed(): number;
  end(): void;
}

export interface SimulationOptions extends WorldOptions {
  readonly store: Store;
  readonly createProviders: readonly CreateProvider[];
  readonly onReset: () => void;
}

const CONTROL = 'control';

export function createSimulation({ createProviders, onReset, ...options }: SimulationOptions): Simulation {
  const { world, random, webhookFaults, revoke, resume, end } = createWorld(options);
  const providers = createProviders.map((create) => create(world));
  const ids = providers.map(({ id }) => id);
  requireDistinct([CONTROL, ...ids]);
  const faults = createFaults(random.next, world.now);
  const requests = createRequestLog();
  const control = controlRoutes({
    providers: ids,
    faults,
    webhookFaults,
    requests,
    revoke,
    reset: onReset,
  });
  const find = createRouter([...providers, { id: CONTROL, name: 'Control', routes: control }]);
  resume();
  options.store.save();
  const sleep = (ms: number) => new Promise<void>((resolve) => world.later(ms, resolve));

  async function answerApi(provider: string, path: string, request: ReceivedRequest, work: Work) {
    const fault = path.startsWith(DASHBOARD) ? undefined : faults.strike(provider, path);
    const reply = fault === undefined ? await work() : await answerWithFault(fault, work, sleep);
    requests.add({
      at: new Date(world.now()).toISOString(),
      provider,
      method: request.method,
      path: request.path,
      ...endOf(reply),
      ...(fault === undefined ? {} : { fault: fault.fault }),
    });
    return reply;
  }

  async function answer(request: ReceivedRequest): Promise<Reply> {
    if (request.pathname === '/') {
      return page(frontPage({ baseUrl: world.baseUrl, providers, banks: world.banks.all() }));
    }
    const { id, path } = split(request.pathname);
    const found = find(id, request.method, path);
    if (found.kind === 'not_found') return json(404, { error: 'not_found', path: request.pathname });
    if (found.kind === 'method') {
      return json(405, { error: 'method_not_allowed' }, { allow: found.allowed.join(', ') });
    }
    const work = () => handled(found.route, request, found.params);
    return found.route.kind === 'page' || id === CONTROL ? work() : answerApi(id, path, request, work);
  }

  return {
    end,
    nextSeed: random.seed,
    async answer(request) {
      const reply = await answer(request);
      // Also for one that hangs or breaks off: what it has done is done.
      options.store.save();
      return reply;
    },
  };
}

/** Stands for the provider's dashboard, which people use: faults of the API are not its own. */
const DASHBOARD = '/__dashboard';

type Work = () => Promise<Reply>;

function requireDistinct(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length) throw new Error(`two providers share an id: ${ids.join(', ')}`);
}

function endOf(reply: Reply): Pick<LoggedRequest, 'status' | 'ended'> {
  if (reply.kind === 'answer') return { status: reply.status, ended: 'answered' };
  return { status: null, ended: reply.kind === 'hang' ? 'hung' : 'reset' };
}

function split(pathname: string): { readonly id: string; readonly path: string } {
  const [, id = '', ...rest] = pathname.split('/');
  return { id, path: `/${rest.join('/')}` };
}

/** A provider that throws has a mistake of its own; the caller sees what a real one would give it. */
async function handled(
  route: Route,
  { pathname: _pathname, ...request }: ReceivedRequest,
  params: Readonly<Record<string, string>>,
): Promise<Reply> {
  try {
    return await route.handle({ ...request, params });
  } catch (error) {
    console.error(`the simulator failed at ${route.method} ${route.path}`, error);
    return json(500, { error: 'simulator_error' });
  }
}
