/**
 * Enable Banking: a directory of European banks, access to accounts, SEPA payments. Webhooks are not sent: how they are signed
 * is published, what they hold is not.
 */
import { json } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import type { CreateProvider } from '../../provider.ts';
import { type Application, createApplications } from './applications.ts';
import { listAspsps } from './aspsps.ts';
import { createPayments } from './payments.ts';
import { createSessions } from './sessions.ts';

const ID = 'enable-banking';
const NAME = 'Enable Banking';

export const createEnableBanking: CreateProvider = (world) => {
  const applications = createApplications(world);
  const sessions = createSessions(world, `/${ID}`, NAME);
  const payments = createPayments(world, `/${ID}`, NAME);

  const api = (
    method: Route['method'],
    path: string,
    answer: (application: Application, request: SimulatedRequest) => Reply,
  ): Route => ({
    method,
    path,
    kind: 'api',
    async handle(request) {
      const caller = await applications.authenticate(request);
      return 'kind' in caller ? caller : answer(caller, request);
    },
  });

  return {
    id: ID,
    name: NAME,
    routes: [
      api('GET', '/aspsps', (_application, { query }) => listAspsps(world, query)),
      api('POST', '/auth', sessions.authorize),
      api('POST', '/sessions', sessions.open),
      api('GET', '/sessions/:session', sessions.get),
      api('DELETE', '/sessions/:session', sessions.close),
      api('POST', '/payments', payments.create),
      api('GET', '/payments/:payment', payments.get),
      api('DELETE', '/payments/:payment', payments.remove),
      { method: 'GET', path: '/ais/start', kind: 'page', handle: sessions.showForm },
      { method: 'POST', path: '/ais/start', kind: 'page', handle: sessions.decide },
      { method: 'GET', path: '/pis/start', kind: 'page', handle: payments.showForm },
      { method: 'POST', path: '/pis/start', kind: 'page', handle: payments.decide },
      { method: 'POST', path: '/__dashboard', kind: 'api', handle: applications.register },
      {
        method: 'GET',
        path: '/__dashboard/payments',
        kind: 'api',
        handle: ({ query }) => json(200, { count: payments.countOf(query.get('end_to_end_id') ?? '') }),
      },
    ],
  };
};
