import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { formatSecret, SECRET_BYTES, webhookHeaders } from './sign-message.ts';

const secret = fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES }).map(formatSecret);
const body = fc.json({ maxDepth: 3 });
const id = fc.stringMatching(/^evt_[A-Za-z0-9]{22}$/);

test('what we sign, the standard library verifies, with either of two secrets', () => {
  fc.assert(
    fc.property(id, body, secret, secret, (messageId, text, current, previous) => {
      const headers = webhookHeaders({ id: messageId, at: new Date(), body: text }, [current, previous]);
      for (const each of [current, previous]) new Webhook(each).verify(text, headers);
    }),
  );
});

test('another body, id, time or secret is refused', () => {
  fc.assert(
    fc.property(id, body, secret, secret, (messageId, text, ours, theirs) => {
      fc.pre(ours !== theirs);
      const headers = { ...webhookHeaders({ id: messageId, at: new Date(), body: text }, [ours]) };
      const refuses = (change: Record<string, string>, changed = text, by = ours) =>
        assert.throws(() => new Webhook(by).verify(changed, { ...headers, ...change }));
      refuses({}, `${text} `);
      refuses({}, text, theirs);
      refuses({ 'webhook-id': `${messageId}x` });
      refuses({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) });
    }),
  );
});
