import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@switchyard/engine';
import fc from 'fast-check';
import { auditBody, auditHash, changesBetween, checkLink, FIRST_HASH, readAuditBody } from './audit.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
);
const summary = fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,8}$/), value, { noNullPrototype: true });
const record = fc
  .record({ subject: text, summary, at: fc.integer({ min: 0, max: 4e12 }), environment: fc.option(text) })
  .map(({ at, environment, ...rest }) => ({
    id: 'aud_1',
    action: 'apiKeys.create',
    actor: { type: 'system' as const },
    ...rest,
    ...(environment === null ? {} : { environment }),
    createdAt: new Date(at),
  }));

test('an entry is read as it was written', () => {
  fc.assert(fc.property(record, (entry) => assert.deepEqual(readAuditBody(auditBody(entry)), entry)));
});

test('a chain holds, and any change of a text breaks it', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), fc.nat(), (entries, pick) => {
      let before = { sequence: 0, hash: FIRST_HASH as Buffer };
      const links = entries.map((entry) => {
        const body = auditBody(entry);
        const sequence = before.sequence + 1;
        const link = {
          sequence,
          body,
          previousHash: before.hash,
          hash: auditHash(before.hash, sequence, body),
        };
        assert.equal(checkLink(before, link), undefined);
        before = link;
        return link;
      });
      const link = links[pick % links.length];
      assert.ok(link);
      const behind = { sequence: link.sequence - 1, hash: link.previousHash };
      assert.equal(checkLink(behind, { ...link, body: `${link.body} ` }), 'altered');
      assert.equal(checkLink({ ...behind, hash: link.hash }, link), 'altered');
      assert.equal(checkLink({ ...behind, sequence: link.sequence }, link), 'missing');
    }),
  );
});

test('of two states, exactly what differs is told', () => {
  fc.assert(
    fc.property(summary, (state) => {
      assert.deepEqual(changesBetween(state, state), {});
      assert.deepEqual(changesBetween(state, { ...state, added: 1 }).added, { from: null, to: 1 });
    }),
  );
});
