/** What the adapter sends and the simulator answers, held against Enable Banking's published description. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  ERROR_CODES,
  PAYMENT_STATUSES,
  SESSION_STATUSES,
} from '../../../packages/rails/src/enable-banking/translate.ts';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { openDescription } from '../xs2a/description.ts';
import { settle } from '../xs2a/settle.ts';
import { europeanOrder, linkAt, RETURN_URI, startEnableBanking } from './start-enable-banking.ts';

const description = openDescription('enable-banking.yml');
const ABSENT = 'the folder of published descriptions does not lie beside the project';

const started = await startEnableBanking();
after(() => started.simulator.stop());
const root = started.credentials.api_url;

test('every word of the description stands in a table, and no other', (t) => {
  if (description === undefined) return t.skip(ABSENT);
  const tables = { PaymentStatus: PAYMENT_STATUSES, SessionStatus: SESSION_STATUSES, ErrorCode: ERROR_CODES };
  for (const [schema, table] of Object.entries(tables))
    assert.deepEqual(Object.keys(table).sort(), [...description.wordsOf(schema)].sort(), schema);
});

test('every call of the directory, of links and of payments is as described, and so is every answer', async (t) => {
  if (description === undefined) return t.skip(ABSENT);
  const { bankLink, payment, institutions } = started.open();
  await institutions.list({});
  await institutions.list({ country: 'FR' });

  for (const [bank, decision] of [
    ['FR|BNP Paribas', 'approve'],
    ['DE|Test Bank without accounts', 'approve'],
    ['SE|Swedbank', 'approve'],
    ['FR|BNP Paribas', 'decline'],
  ] as const) {
    const first = await bankLink.start(linkAt(bank));
    assert.equal(first.kind, 'requires_action', bank);
    const { returnParams } = await decideOnPage(first.action, decision);
    const step = await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams });
    await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams });
    if (step.kind === 'done') await bankLink.checkConsent({ grant: step.result.grant.secret });
  }
  await bankLink.start(linkAt('FR|No such bank'));
  await bankLink.start(linkAt('DE|Test Bank that is unavailable'));
  await bankLink.checkConsent({ grant: { sessionId: crypto.randomUUID() } });
  await started.open({ application_id: 'another' }).institutions.list({});

  const payers = [
    { iban: ibanAt('fr-bnp-paribas'), institution: 'FR|BNP Paribas' },
    { iban: ibanAt('de-commerzbank'), institution: 'DE|Commerzbank' },
  ];
  for (const payer of payers)
    for (const reference of ['Invoice 17', 'SIM insufficient', 'SIM rejected']) {
      const order = europeanOrder(payer, reference, 'sepa-sct-inst');
      const first = await payment.start(order);
      if (first.kind !== 'requires_action') continue;
      await decideOnPage(first.action, 'approve');
      await settle(payment, order, await payment.resume({ order, memo: first.memo }));
    }

  const problems = started.http.exchanges.flatMap((exchange) => description.problemsOf(exchange, root));
  assert.deepEqual([...new Set(problems)], []);
  const purposes = new Set(started.http.exchanges.map(({ request }) => request.purpose));
  assert.deepEqual([...purposes].sort(), [
    'aspsps.list',
    'auth.start',
    'payments.create',
    'payments.get',
    'sessions.create',
    'sessions.get',
  ]);
});
