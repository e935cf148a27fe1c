import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook } from '../roles/webhook.ts';
import type { RailFixture, WebhookFixture } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

export function webhookRules<Credentials>(fixture: RailFixture<Credentials>, webhook: WebhookFixture): void {
  const verify = async (delivery: Parameters<Webhook['verify']>[0], stage = openStage(fixture)) =>
    (await webhookOf(stage).verify(delivery)).kind;

  test('a genuine webhook is taken, and names what to look at', async () => {
    const verdict = await webhookOf(openStage(fixture)).verify(await webhook.genuine());
    assert.equal(verdict.kind, 'genuine', JSON.stringify(verdict));
    assert.ok(verdict.id.length > 0);
    for (const notice of verdict.notices) assert.ok(notice.ref.length > 0);
  });

  test('a webhook signed by somebody else is refused', async () => {
    assert.equal(await verify(await webhook.forged()), 'forged');
  });

  test('a webhook with any byte of its body changed is refused', async () => {
    const delivery = await webhook.genuine();
    for (const at of [0, delivery.body.length >> 1, delivery.body.length - 1]) {
      const body = Uint8Array.from(delivery.body);
      body[at] = (body[at] ?? 0) ^ 1;
      assert.equal(await verify({ ...delivery, body }), 'forged', `byte ${at}`);
    }
    assert.equal(await verify({ ...delivery, body: new Uint8Array() }), 'forged', 'no body');
  });

  test('a webhook without its signature is refused', async () => {
    const delivery = await webhook.genuine();
    assert.equal(await verify({ ...delivery, headers: { 'content-type': 'application/json' } }), 'forged');
  });

  const { ageMaxMs } = webhook;
  if (ageMaxMs !== undefined) {
    test('a webhook older than the provider lets it be is refused', async () => {
      const delivery = await webhook.genuine();
      const stage = openStage(fixture);
      stage.moveClock(ageMaxMs + 60_000);
      assert.equal(await verify(delivery, stage), 'forged');
    });
  }
}

function webhookOf(stage: Stage): Webhook {
  assert.ok(stage.rail.webhook, 'the rail has webhooks');
  return stage.rail.webhook;
}
