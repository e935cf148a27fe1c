/** The suite every adapter passes, against the simulated TrueLayer. */
import { generateKeyPairSync } from 'node:crypto';
import { sign as signWithOracle } from 'truelayer-signing';
import { findRails, loadCatalogue } from '../../../packages/rails/src/index.ts';
import {
  DIALOG_ERRORS,
  FAILURE_REASONS,
  PAYMENT_STATUSES,
  refusalFor,
  refusalForDialog,
  standingOf,
} from '../../../packages/rails/src/truelayer/translate.ts';
import { WEBHOOK_AGE_MAX_MS } from '../../../packages/rails/src/truelayer/webhook.ts';
import { describeRail, truelayerRail } from './kit.ts';
import { britishOrder, decide, eventually, startTruelayer } from './start-truelayer.ts';

const started = await startTruelayer();
const listing = findRails(loadCatalogue(), {}).find(({ id }) => id === 'truelayer');

describeRail('truelayer', {
  module: truelayerRail,
  rail: 'truelayer',
  listedRoles: listing?.roles ?? [],
  credentials: started.credentials,
  confidential: [
    started.credentials.client_secret,
    'A Payer of the Tests',
    '45055674',
    '35371422',
    'BEGIN PRIVATE KEY',
  ],
  statuses: [
    {
      of: 'payment status',
      documented: Object.keys(PAYMENT_STATUSES),
      translate: (status) => ({ kind: standingOf(status) }),
    },
    { of: 'failure reason', documented: Object.keys(FAILURE_REASONS), translate: refusalFor },
    { of: 'dialog error', documented: Object.keys(DIALOG_ERRORS), translate: refusalForDialog },
  ],
  link: {
    start: () => ({
      user: 'user-1',
      country: 'GB',
      institution: 'ob-monzo',
      channel: 'web',
      returnUri: 'https://client.example/back',
    }),
    approve: (action) => decide(action, 'approve'),
    decline: (action) => decide(action, 'decline'),
  },
  payment: {
    order: () => {
      const { key: _key, state: _state, ...order } = britishOrder('Invoice 17');
      return order;
    },
    approve: (action) => decide(action, 'approve'),
    decline: (action) => decide(action, 'decline'),
    moneyPurposes: ['payments.create', 'payments.authorize'],
    countAtProvider: started.countAtProvider,
  },
  webhook: {
    ageMaxMs: WEBHOOK_AGE_MAX_MS,
    async genuine() {
      const { payment } = started.open();
      const first = await payment.start(britishOrder());
      if (first.kind !== 'requires_action') throw new Error(first.kind);
      await decide(first.action, 'decline');
      return eventually(() => started.inbox.about(first.ref ?? '', 'payment_failed')[0]);
    },
    async forged() {
      const genuine = await this.genuine();
      const [header = ''] = (genuine.headers['tl-signature'] ?? '').split('.');
      const { privateKey } = generateKeyPairSync('ec', {
        namedCurve: 'secp521r1',
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      const signature = signWithOracle({
        kid: 'ours',
        privateKeyPem: privateKey,
        path: genuine.path,
        headers: {
          'X-Tl-Webhook-Timestamp': genuine.headers['x-tl-webhook-timestamp'] ?? '',
          'Content-Type': genuine.headers['content-type'] ?? '',
        },
        body: Buffer.from(genuine.body).toString('utf8'),
      });
      const [, , foreign = ''] = signature.split('.');
      return { ...genuine, headers: { ...genuine.headers, 'tl-signature': `${header}..${foreign}` } };
    },
  },
  release: () => started.stop(),
});
