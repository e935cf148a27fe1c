/**
 * Plaid, as its API description of 2020-09-14 has it: Link (hosted and for SDKs), Auth, Identity, institutions, Payment
 * Initiation, Transfer, and webhooks with their verification key.
 */
import { json } from '../../http/replies.ts';
import type { Route } from '../../http/route.ts';
import type { CreateProvider } from '../../provider.ts';
import { createDirectory } from './directory.ts';
import { institutionRoutes } from './institution-routes.ts';
import { createItems } from './items.ts';
import { linkPages } from './link-pages.ts';
import { linkTokenRoutes } from './link-token-routes.ts';
import { createPayments } from './payments.ts';
import { isFields } from './read-body.ts';
import { createState, type PlaidState } from './state.ts';
import { transferRoutes } from './transfer-routes.ts';
import { createTransfers } from './transfers.ts';
import { createWebhooks } from './webhooks.ts';

export { PLAID_CLIENT_ID, PLAID_SECRET } from './api-route.ts';

export const createPlaid: CreateProvider = (world) => {
  const state = createState(world);
  const directory = createDirectory(world);
  const webhooks = createWebhooks(world);
  const items = createItems(world, state, webhooks);
  const payments = createPayments(world, state, webhooks);
  const transfers = createTransfers(world, state, webhooks);
  return {
    id: 'plaid',
    name: 'Plaid',
    routes: [
      ...institutionRoutes(world, directory),
      ...linkTokenRoutes(world, state, directory),
      ...items.routes,
      ...payments.routes,
      ...transferRoutes({ world, state, items, transfers }),
      webhooks.route,
      ...linkPages({ world, state, directory, items, payments, webhooks }),
      dashboard(state),
    ],
  };
};

/** Stands for Plaid's dashboard, where the webhooks of transfers are configured. */
function dashboard(state: PlaidState): Route {
  return {
    method: 'POST',
    path: '/__dashboard',
    kind: 'api',
    handle({ json: body }) {
      if (!isFields(body) || typeof body.webhookUrl !== 'string' || !URL.canParse(body.webhookUrl))
        return json(400, { error: 'The body has the URL webhookUrl.' });
      state.dashboard.set('webhookUrl', body.webhookUrl);
      return json(200, { webhookUrl: body.webhookUrl });
    },
  };
}
