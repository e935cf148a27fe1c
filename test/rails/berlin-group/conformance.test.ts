/** The suite every adapter passes, against a simulated bank. */
import { describeRail } from '@switchyard/rail-kit/conformance';
import { berlinGroupRail } from '../../../packages/rails/src/berlin-group/index.ts';
import {
  CONSENT_STATUSES,
  consentStandingOf,
  standingOf,
  TRANSACTION_STATUSES,
} from '../../../packages/rails/src/berlin-group/translate.ts';
import { loadCatalogue } from '../../../packages/rails/src/index.ts';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { germanOrder, PAYER_NAME, RETURN_URI, startBerlinGroup } from './start-berlin-group.ts';

const started = await startBerlinGroup();
const listing = loadCatalogue().find(({ id }) => id === 'berlin-group-xs2a');
const payerIban = ibanAt('de-deutsche-bank');

describeRail('berlin-group-xs2a', {
  module: berlinGroupRail,
  rail: 'berlin-group-xs2a',
  listedRoles: listing?.roles ?? [],
  credentials: started.at('de-deutsche-bank'),
  confidential: [payerIban, PAYER_NAME, 'DE75512108001245126199'],
  statuses: [
    {
      of: 'transaction status',
      documented: Object.keys(TRANSACTION_STATUSES),
      translate: (status) => {
        const standing = standingOf(status, false);
        return standing && { kind: standing === 'settled' ? 'done' : standing };
      },
    },
    {
      of: 'consent status',
      documented: Object.keys(CONSENT_STATUSES),
      translate: (status) => {
        const standing = consentStandingOf(status);
        return standing && { kind: standing === 'valid' ? 'done' : standing };
      },
    },
  ],
  link: {
    start: () => ({ user: 'user-1', country: 'DE', channel: 'web', returnUri: RETURN_URI }),
    approve: (action) => decideOnPage(action, 'approve'),
    decline: (action) => decideOnPage(action, 'decline'),
  },
  payment: {
    order: () => {
      const { key: _key, state: _state, ...order } = germanOrder(payerIban);
      return order;
    },
    approve: (action) => decideOnPage(action, 'approve'),
    decline: (action) => decideOnPage(action, 'decline'),
    moneyPurposes: ['payments.create'],
    countAtProvider: started.countAtProvider,
  },
  release: () => started.simulator.stop(),
});
