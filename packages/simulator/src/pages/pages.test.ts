import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approvalPage } from './approval-page.ts';
import { bankChoicePage } from './bank-choice-page.ts';
import { messagePage } from './message-page.ts';
import type { ApprovalPage } from './page.ts';

const HOSTILE = `"><script>alert('1')</script>&amp;`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;';

const approval: ApprovalPage = {
  providerName: 'Provider',
  bankName: 'Bank',
  heading: 'Approve',
  facts: [['Amount', '1.00 EUR']],
  accounts: [
    { id: 'a-1', label: 'Current', number: 'DE23120700707599671567' },
    { id: 'a-2', label: 'Savings', number: '040004 45055674' },
  ],
  choose: 'one',
  action: '/bank/decide?x=1&y=2',
  hidden: { session: 's-1' },
};

describe('the pages', () => {
  it('escape everything that is put into them', () => {
    const pages = [
      approvalPage({
        providerName: HOSTILE,
        bankName: HOSTILE,
        heading: HOSTILE,
        facts: [[HOSTILE, HOSTILE]],
        accounts: [{ id: HOSTILE, label: HOSTILE, number: HOSTILE }],
        choose: 'several',
        action: HOSTILE,
        hidden: { [HOSTILE]: HOSTILE },
      }),
      bankChoicePage({
        providerName: HOSTILE,
        banks: [{ id: HOSTILE, name: HOSTILE }],
        action: HOSTILE,
        hidden: { [HOSTILE]: HOSTILE },
      }),
      messagePage({ title: HOSTILE, text: HOSTILE }),
    ];
    // Every place of a value is counted, so that one that is left out is seen as well as one that is not escaped.
    assert.deepEqual(
      pages.map((page) => page.split(ESCAPED).length - 1),
      [13, 7, 3],
    );
    for (const page of pages) assert.doesNotMatch(page, /<script/);
  });

  it('post what was decided, with the first account chosen', () => {
    const page = approvalPage(approval);
    assert(page.includes('<form method="post" action="/bank/decide?x=1&amp;y=2">'));
    assert(page.includes('<input type="hidden" name="session" value="s-1">'));
    assert(page.includes('<input type="radio" name="account" value="a-1" checked>'));
    assert(page.includes('<input type="radio" name="account" value="a-2">'));
    assert(page.includes('name="decision" value="approve"'));
    assert(page.includes('name="decision" value="decline"'));
  });

  it('let several accounts be chosen when they are shared', () => {
    const page = approvalPage({ ...approval, choose: 'several' });
    assert(page.includes('<input type="checkbox" name="account" value="a-1" checked>'));
    assert.doesNotMatch(page, /type="radio"/);
  });

  it('write an IBAN in groups, and other numbers as they came', () => {
    const page = approvalPage(approval);
    assert(page.includes('DE23 1207 0070 7599 6715 67'));
    assert(page.includes('040004 45055674'));
  });

  it('ask for a decision also where there is no account', () => {
    const page = approvalPage({ ...approval, accounts: [], facts: [] });
    assert(page.includes('You have no account at this bank.'));
    assert(page.includes('value="approve"'));
    assert.doesNotMatch(page, /name="account"|<dl>/);
  });

  it('run no script', () => {
    for (const page of [approvalPage(approval), messagePage({ title: 'A', text: 'B' })]) {
      assert.doesNotMatch(page, /<script|javascript:|\son[a-z]+=/);
    }
  });
});
