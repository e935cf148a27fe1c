/** The suite every adapter passes, against the simulated Enable Banking. */
import { describeRail } from '@switchyard/rail-kit/conformance';
import { enableBankingRail } from '../../../packages/rails/src/enable-banking/index.ts';
import { PAYMENT_FACTS } from '../../../packages/rails/src/enable-banking/payment.ts';
import {
  PAYMENT_STATUSES,
  SESSION_STATUSES,
  sessionStandingOf,
  standingOf,
} from '../../../packages/rails/src/enable-banking/translate.ts';
import { loadCatalogue } from '../../../packages/rails/src/index.ts';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { europeanOrder, linkAt, PAYER_NAME, startEnableBanking } from './start-enable-banking.ts';

const started = await startEnableBanking();
const listing = loadCatalogue().find(({ id }) => id === 'enable-banking');
const payer = { iban: ibanAt('fr-bnp-paribas'), institution: 'FR|BNP Paribas' };

describeRail('enable-banking', {
  module: enableBankingRail,
  rail: 'enable-banking',
  listedRoles: listing?.roles ?? [],
  credentials: started.credentials,
  confidential: [payer.iban, PAYER_NAME, 'DE75512108001245126199', 'BEGIN PRIVATE KEY', 'Bearer ey'],
  statuses: [
    {
      of: 'payment status',
      documented: Object.keys(PAYMENT_STATUSES),
      translate: (status) => {
        const standing = standingOf(status);
        return standing && { kind: PAYMENT_FACTS.settledStatuses.includes(status) ? 'done' : standing };
      },
    },
    {
      of: 'session status',
      documented: Object.keys(SESSION_STATUSES),
      translate: (status) => {
        const standing = sessionStandingOf(status);
        return standing && { kind: standing === 'valid' ? 'done' : standing };
      },
    },
  ],
  link: {
    start: () => {
      const { key: _key, state: _state, ...start } = linkAt(payer.institution);
      return start;
    },
    approve: (action) => decideOnPage(action, 'approve'),
    decline: (action) => decideOnPage(action, 'decline'),
  },
  payment: {
    order: () => {
      const { key: _key, state: _state, ...order } = europeanOrder(payer);
      return order;
    },
    approve: (action) => decideOnPage(action, 'approve'),
    decline: (action) => decideOnPage(action, 'decline'),
    moneyPurposes: ['payments.create'],
    countAtProvider: started.countAtProvider,
  },
  release: () => started.simulator.stop(),
});
