/**
 * Wise as one business sees it: quotes, recipients, transfers funded from a balance, account numbers that lead to the
 * balances, statements, and signed webhooks. Transfers go on by themselves; nobody has to push them as in Wise's sandbox.
 */
import type { CreateProvider } from '../../provider.ts';
import { balanceRoutes } from './balance-routes.ts';
import { quoteRoutes } from './quote-routes.ts';
import { receiveMoney } from './receive-money.ts';
import { recipientRoutes } from './recipient-routes.ts';
import { createState } from './state.ts';
import { dashboardRoutes, subscriptionRoutes } from './subscription-routes.ts';
import { moveTransfers } from './transfer.ts';
import { transferRoutes } from './transfer-routes.ts';
import { signWebhooks } from './webhooks.ts';

export { WISE_API_TOKEN, WISE_PROFILE_ID } from './client.ts';
export { WISE_WEBHOOK_PUBLIC_KEY } from './webhook-key.ts';

export const createWise: CreateProvider = (world) => {
  const state = createState(world);
  receiveMoney(state);
  moveTransfers(state);
  signWebhooks(state);
  return {
    id: 'wise',
    name: 'Wise',
    routes: [
      ...quoteRoutes(state),
      ...recipientRoutes(state),
      ...transferRoutes(state),
      ...balanceRoutes(state),
      ...subscriptionRoutes(state),
      ...dashboardRoutes(state),
    ],
  };
};
