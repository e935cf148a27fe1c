/**
 * Wise: rate locks by quote, payouts from a balance to bank accounts in Britain, the euro area and the US, the balance
 * itself as a place that money passes through, and signed webhooks. The provider's words stay in `api/`; `translate.ts`
 * turns them into ours.
 */
import type { RailModule } from '@switchyard/rail-kit';
import { createWiseApi } from './api/exchange.ts';
import { type WiseCredentials, wiseCredentials } from './credentials.ts';
import { createFx } from './fx.ts';
import { createPayout } from './payout.ts';
import { createTransit } from './transit.ts';
import { createWebhook } from './webhook.ts';

export const wiseRail: RailModule<WiseCredentials> = {
  rails: ['wise'],
  credentials: wiseCredentials,
  secretKeys: ['api_token'],
  open({ credentials, ports }) {
    const api = createWiseApi(credentials, ports.http);
    const deps = { api, now: ports.now };
    return {
      fx: createFx(api),
      payout: createPayout(deps),
      transit: createTransit(deps),
      webhook: createWebhook(credentials),
    };
  },
};
