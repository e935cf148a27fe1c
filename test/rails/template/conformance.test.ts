/** The suite every adapter passes, for the one that is there to be copied. */
import { describeRail } from '@switchyard/rail-kit/conformance';
import { templateRail } from '../../../packages/rails/src/template/index.ts';
import { PAYOUT_STATUSES, standingOf } from '../../../packages/rails/src/template/translate.ts';
import { API_KEY, startExampleProvider } from './start-example-provider.ts';

const provider = await startExampleProvider();

describeRail('template', {
  module: templateRail,
  rail: 'template',
  // A real adapter takes them from its listing: loadCatalogue().find(({ id }) => id === …).roles.
  listedRoles: ['payout'],
  credentials: { api_base_url: provider.baseUrl, api_key: API_KEY },
  confidential: [API_KEY, 'Petra Payee', 'DE75512108001245126199'],
  statuses: [
    {
      of: 'payout status',
      documented: Object.keys(PAYOUT_STATUSES),
      translate: (status) => ({ kind: standingOf(status) }),
    },
  ],
  payout: {
    order: () => ({
      amount: { value: 1_250n, asset: 'iso4217:EUR' },
      sendAsset: 'iso4217:EUR',
      scheme: 'sepa-sct',
      payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Petra Payee' },
      reference: 'Invoice 7',
    }),
    moneyPurposes: ['payouts.create'],
    countAtProvider: async (key) => provider.countFor(key),
  },
  release: provider.stop,
});
