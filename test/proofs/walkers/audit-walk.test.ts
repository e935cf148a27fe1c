import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditWalk, describeAudit } from './audit-walk.ts';

const entry = (sequence: number, subject = `acct_${sequence}`) => ({
  id: `evt_${sequence}`,
  sequence,
  subject,
});
const written = new Set(['acct_1', 'acct_2', 'acct_3']);

describe('the audit of a walk', () => {
  test('finds nothing wrong with a whole walk in order', () => {
    assert.deepEqual(describeAudit(auditWalk([entry(1), entry(2), entry(3)], written)), []);
  });

  test('tells a lost entry and the gap it leaves', () => {
    const { lost, gaps } = auditWalk([entry(1), entry(3)], written);
    assert.deepEqual({ lost, gaps }, { lost: ['acct_2'], gaps: 1 });
  });

  test('tells a gap before the first entry', () => {
    assert.equal(auditWalk([entry(2), entry(3)], written).gaps, 1);
  });

  test('tells an entry that comes twice, under the same number or another', () => {
    for (const again of [entry(3), entry(4, 'acct_3')]) {
      assert.deepEqual(auditWalk([entry(1), entry(2), entry(3), again], written).repeated, ['acct_3']);
    }
  });

  test('tells entries out of order', () => {
    assert.equal(auditWalk([entry(2), entry(1), entry(3)], written).disorders, 1);
  });

  test('tells an entry that nobody wrote', () => {
    assert.deepEqual(auditWalk([entry(1), entry(2), entry(3), entry(4)], written).unexpected, ['acct_4']);
  });

  test('has words for each fault', () => {
    const audit = auditWalk([entry(3), entry(1), entry(1), entry(9)], written);
    assert.equal(describeAudit(audit).length, 5);
  });
});
