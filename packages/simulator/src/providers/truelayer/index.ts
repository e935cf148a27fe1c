/**
 * TrueLayer as its clients see it: the auth dialog and tokens, the Data API, Payments v3 with signed requests, the
 * directory, and signed webhooks. Its three hosts are one here: auth, api and webhooks all are `<simulator>/truelayer`.
 */
import type { CreateProvider } from '../../provider.ts';
import { authRoutes } from './auth-routes.ts';
import { bankPages } from './bank-pages.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { dialogPages } from './dialog-pages.ts';
import { paymentRoutes } from './payment-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { createState } from './state.ts';
import { webhookKeyRoute } from './webhooks.ts';

export const createTruelayer: CreateProvider = (world) => {
  const state = createState(world);
  world.onRevoke('truelayer', (ref) => {
    const connection = state.connections.get(ref);
    if (connection !== undefined) connection.isRevoked = true;
  });
  return {
    id: 'truelayer',
    name: 'TrueLayer',
    routes: [
      ...dialogPages(state),
      ...authRoutes(state),
      ...dataRoutes(state),
      ...paymentRoutes(state),
      ...providerRoutes(state),
      ...bankPages(state),
      webhookKeyRoute(state),
      ...dashboardRoutes(state),
    ],
  };
};
