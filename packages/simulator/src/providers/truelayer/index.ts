/**
 * TrueLayer as its clients see it: the auth dialog and tokens, the Data API, Payments v3 with signed requests, the
 * directory, and signed webhooks. Its three hosts are one here: auth, api and webhooks all are `<simulator>/truelayer`.
 */
import type { CreateProvider } from '../../provider.ts';
import { authRoutes } from './auth-routes.ts';
import { bankPages } from './bank-pages.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { dialogPages, endConsents } from './dialog-pages.ts';
import { movePayments } from './payment.ts';
import { paymentRoutes } from './payment-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { createState } from './state.ts';
import { signWebhooks, webhookKeyRoute } from './webhooks.ts';

export const createTruelayer: CreateProvider = (world) => {
  const state = createState(world);
  endConsents(state);
  movePayments(state);
  signWebhooks(state);
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
