/** The suite of the kit, twice: payments in Europe are initiated, in the US they are debits to the Ledger. */
import assert from 'node:assert/strict';
import type { Action, WebhookDelivery } from '@switchyard/rail-kit';
import { describeRail, type RailFixture } from '@switchyard/rail-kit/conformance';
import { decodeProtectedHeader } from 'jose';
import { loadCatalogue } from '../../../packages/rails/src/catalogue/catalogue.ts';
import type { PlaidCredentials } from '../../../packages/rails/src/plaid/credentials.ts';
import { plaidRail } from '../../../packages/rails/src/plaid/index.ts';
import {
  PAYMENT_STATUSES,
  paymentStanding,
  TRANSFER_STATUSES,
  transferStanding,
} from '../../../packages/rails/src/plaid/translate.ts';
import { eventually } from '../eventually.ts';
import { comeBack } from './person.ts';
import {
  askPlaid,
  linkAccount,
  linkStart,
  openPlaid,
  type PlaidStage,
  partyOf,
  paymentOrder,
} from './plaid-stage.ts';
import { createSigner } from './signed-delivery.ts';

const european = await openPlaid();
const american = await openPlaid();
let lastReference = 0;
const AT_BARCLAYS = { decision: 'approve', bank: 'Barclays' } as const;

describeRail('plaid, paying in Europe', {
  ...(await fixtureFor(european)),
  payment: {
    order() {
      lastReference += 1;
      return paymentOrder({ reference: `Order ${lastReference}` });
    },
    approve: async (action) => ({ returnParams: await comeBack(urlOf(action), AT_BARCLAYS) }),
    decline: async (action) => ({
      returnParams: await comeBack(urlOf(action), { ...AT_BARCLAYS, decision: 'decline' }),
    }),
    moneyPurposes: ['payment_initiation.payment.create', 'link.token.create.payment'],
    // Plaid is not told our key; the order's reference is its own.
    countAtProvider: async () => {
      const { payments } = await askPlaid(european, '/payment_initiation/payment/list', { count: 200 });
      return payments.filter(
        (payment: { reference: string }) => payment.reference === `Order ${lastReference}`,
      ).length;
    },
  },
});

const payer = partyOf(await linkAccount(american, 'US'));
describeRail('plaid, paying in the US', {
  ...(await fixtureFor(american)),
  payment: {
    order: () =>
      paymentOrder({
        amount: { value: 2_500n, asset: 'iso4217:USD' },
        scheme: 'us-ach',
        payer,
        payee: { payto: 'payto://plaid-ledger/default', holderName: 'Switchyard test', country: 'US' },
        reference: 'ABC123',
      }),
    approve: async () => ({}),
    moneyPurposes: ['transfer.create'],
    countAtProvider: (key) => countTransfers(american, key),
  },
});

async function fixtureFor(stage: PlaidStage): Promise<Omit<RailFixture<PlaidCredentials>, 'payment'>> {
  const listing = loadCatalogue().find(({ id }) => id === 'plaid');
  assert.ok(listing !== undefined);
  const payee = partyOf(await linkAccount(stage, 'US'));
  return {
    module: plaidRail,
    rail: 'plaid',
    listedRoles: listing.roles,
    credentials: stage.credentials,
    confidential: [stage.credentials.secret, payee.holderName, '35371422', '30043443'],
    statuses: [
      { of: 'payments', documented: Object.keys(PAYMENT_STATUSES), translate: paymentStanding },
      {
        of: 'debits',
        documented: Object.keys(TRANSFER_STATUSES),
        translate: (status) => transferStanding(status, 'debit'),
      },
      {
        of: 'credits',
        documented: Object.keys(TRANSFER_STATUSES),
        translate: (status) => transferStanding(status, 'credit'),
      },
    ],
    link: {
      start: () => linkStart(),
      approve: async (action) => ({ returnParams: await comeBack(urlOf(action), AT_BARCLAYS) }),
      decline: async (action) => ({
        returnParams: await comeBack(urlOf(action), { ...AT_BARCLAYS, decision: 'decline' }),
      }),
    },
    payout: {
      order: () => ({
        amount: { value: 1_999n, asset: 'iso4217:USD' },
        sendAsset: 'iso4217:USD',
        scheme: 'us-rtp',
        payee,
        reference: 'Refund 9',
      }),
      moneyPurposes: ['transfer.create'],
      countAtProvider: (key) => countTransfers(stage, key),
    },
    webhook: {
      genuine: () => genuineDelivery(stage),
      async forged() {
        const genuine = await genuineDelivery(stage);
        const { kid } = decodeProtectedHeader(genuine.headers['plaid-verification'] ?? '');
        const impostor = await createSigner(kid);
        return impostor.sign(new TextDecoder().decode(genuine.body));
      },
      ageMaxMs: 5 * 60_000,
    },
    release: () => stage.stop(),
  };
}

/** What the emulated Plaid really sends when somebody has linked an account. */
async function genuineDelivery(stage: PlaidStage): Promise<WebhookDelivery> {
  const before = stage.deliveries.length;
  await linkAccount(stage, 'GB');
  return eventually(() => stage.deliveries[before]);
}

async function countTransfers(stage: PlaidStage, key: string): Promise<number> {
  const { transfers } = await askPlaid(stage, '/transfer/list', {});
  return transfers.filter(
    ({ metadata }: { metadata: Record<string, string> }) => metadata.switchyard_operation === key,
  ).length;
}

function urlOf(action: Action): string {
  assert.equal(action.type, 'redirect');
  return action.url;
}
