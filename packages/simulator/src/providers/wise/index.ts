/**
 * Wise as a business sees it: quotes, recipients, transfers funded from a balance, account numbers that lead to the
 * balances, statements, and signed webhooks. Transfers go on by themselves; nobody has to push them as in Wise's sandbox.
 */
import type { CreateProvider } from '../../provider.ts';
import { balanceRoutes } from './balance-routes.ts';
import { BELGIAN_BUSINESS, BRITISH_BUSINESS, type Business } from './business.ts';
import { quoteRoutes } from './quote-routes.ts';
import { receiveMoney } from './receive-money.ts';
import { recipientRoutes } from './recipient-routes.ts';
import { createState } from './state.ts';
import { dashboardRoutes, subscriptionRoutes } from './subscription-routes.ts';
import { moveTransfers } from './transfer.ts';
import { transferRoutes } from './transfer-routes.ts';
import { signWebhooks } from './webhooks.ts';

export const WISE_API_TOKEN = BRITISH_BUSINESS.token;
export const WISE_PROFILE_ID = BRITISH_BUSINESS.profileId;
export { BELGIAN_BUSINESS as WISE_BELGIUM } from './business.ts';
export { WISE_WEBHOOK_PUBLIC_KEY } from './webhook-key.ts';

export const createWise: CreateProvider = wiseOf(BRITISH_BUSINESS);
export const createWiseBelgium: CreateProvider = wiseOf(BELGIAN_BUSINESS);

function wiseOf(business: Business): CreateProvider {
  return (world) => {
    const state = createState(world, business);
    receiveMoney(state);
    moveTransfers(state);
    signWebhooks(state);
    return {
      id: business.id,
      name: business.title,
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
}
