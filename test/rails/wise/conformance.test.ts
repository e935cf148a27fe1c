/** The suite every adapter passes, against the simulated Wise. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { describeRail } from '../../../packages/rail-kit/src/conformance/describe-rail.ts';
import { findRails, loadCatalogue } from '../../../packages/rails/src/index.ts';
import { wiseRail } from '../../../packages/rails/src/wise/index.ts';
import {
  FUNDING_ERRORS,
  FUNDING_STATUSES,
  fundingOf,
  refusalForFunding,
  standingOf,
  TRANSFER_STATES,
} from '../../../packages/rails/src/wise/translate.ts';
import { britishPayout, eventually, startWise } from './start-wise.ts';

const started = await startWise();
const listing = findRails(loadCatalogue(), {}).find(({ id }) => id === 'wise');

describeRail('wise', {
  module: wiseRail,
  rail: 'wise',
  listedRoles: listing?.roles ?? [],
  credentials: started.credentials,
  confidential: [started.credentials.api_token, 'Petra Payee', '55779911'],
  statuses: [
    {
      of: 'transfer status',
      documented: Object.keys(TRANSFER_STATES),
      translate: (status) => ({ kind: standingOf(status) }),
    },
    {
      of: 'funding status',
      documented: Object.keys(FUNDING_STATUSES),
      translate: (status) => {
        const kind = fundingOf(status);
        return kind === undefined ? undefined : { kind };
      },
    },
    { of: 'funding error', documented: Object.keys(FUNDING_ERRORS), translate: refusalForFunding },
  ],
  payout: {
    order: () => {
      const { key: _key, ...order } = britishPayout('Invoice 17');
      return order;
    },
    moneyPurposes: ['transfers.fund'],
    countAtProvider: async (key) => (await started.atProvider(key)).length,
  },
  webhook: {
    async genuine() {
      const { payout } = started.open();
      const step = await payout.start(britishPayout());
      if (step.kind !== 'processing' || step.ref === undefined) throw new Error(step.kind);
      const { ref } = step;
      return eventually(() => started.inbox.about('transfers#state-change', ref)[0]);
    },
    async forged() {
      const genuine = await this.genuine();
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const signature = sign('sha256', genuine.body, privateKey).toString('base64');
      return { ...genuine, headers: { ...genuine.headers, 'x-signature-sha256': signature } };
    },
  },
  release: () => started.stop(),
});
