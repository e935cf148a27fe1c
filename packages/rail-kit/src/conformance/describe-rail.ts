/**
 * The suite every adapter passes. A listing may say `integrated` only if it runs for it. Call it at the top of a test file,
 * with a provider that is running: `describeRail('truelayer', await prepareTrueLayer())`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { offeredRoles } from '../offered-roles.ts';
import type { RailFixture } from './fixture.ts';
import { linkRules } from './link-rules.ts';
import { paymentRules, payoutRules } from './payment-rules.ts';
import { createPrintedText } from './printed-text.ts';
import { openStage } from './stage.ts';
import { webhookRules } from './webhook-rules.ts';

export type {
  DocumentedStatuses,
  LinkFixture,
  PaymentFixture,
  PayoutFixture,
  RailFixture,
  UserReturn,
  WebhookFixture,
} from './fixture.ts';
export { createRealHttp } from './real-http.ts';

export function describeRail<Credentials>(name: string, fixture: RailFixture<Credentials>): void {
  const { link, payment, payout, webhook } = fixture;
  describe(name, () => {
    const printed = createPrintedText();
    before(() => printed.listen());
    after(async () => {
      printed.stop();
      await fixture.release();
    });

    test('offers the roles its listing declares, and no others, and each is under test', () => {
      const { rail } = openStage(fixture);
      assert.deepEqual([...offeredRoles(rail)].sort(), [...fixture.listedRoles].sort());
      assert.deepEqual(
        [rail.bankLink, rail.payment, rail.payout, rail.webhook].map((role) => role !== undefined),
        [link, payment, payout, webhook].map((role) => role !== undefined),
      );
    });

    test('takes the credentials it asks for, and refuses others', () => {
      const { module, credentials } = fixture;
      assert.ok(module.credentials.safeParse(credentials).success);
      assert.ok(!module.credentials.safeParse({ ...credentials, surplus: 'x' }).success, 'an unknown key');
      assert.ok(!module.credentials.safeParse({}).success, 'no keys at all');
    });

    test('every status the provider documents translates, and an unknown one is never success', () => {
      assert.ok(fixture.statuses.length > 0);
      for (const { of, documented, translate } of fixture.statuses) {
        for (const status of documented) assert.ok(translate(status) !== undefined, `${of}: ${status}`);
        assert.notEqual(translate('no-such-status')?.kind, 'done', of);
      }
    });

    if (link) linkRules(fixture, link);
    if (payment) paymentRules(fixture, payment);
    if (payout) payoutRules(fixture, payout);
    if (webhook) webhookRules(fixture, webhook);

    test('nothing confidential has been printed', () => {
      assert.ok(fixture.confidential.length > 0);
      for (const text of fixture.confidential)
        assert.ok(!printed.text().includes(text), 'a confidential text was printed');
    });
  });
}
