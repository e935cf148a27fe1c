import { type Html, html } from './html.ts';
import { hiddenFields, layout } from './layout.ts';
import type { ApprovalPage } from './page.ts';

/** The bank's page on which a person agrees, or does not: to share accounts, or to pay from one. */
export function approvalPage(input: ApprovalPage): string {
  const { providerName, bankName, heading, facts, accounts, action, hidden } = input;
  return layout({
    title: `${heading} · ${bankName}`,
    name: bankName,
    subtitle: `Requested through ${providerName}`,
    content: html`<h1>${heading}</h1>
${facts.length > 0 && factList(facts)}
<form method="post" action="${action}">
${hiddenFields(hidden)}
<fieldset>
<legend>Log in</legend>
<p class="quiet">This bank is simulated: anything works, and nothing is needed.</p>
<div class="fields">
<div class="field"><label for="login">User name</label>
<input id="login" name="login" autocomplete="off"></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off"></div>
</div>
</fieldset>
${accounts.length === 0 ? NO_ACCOUNTS : accountChoice(input)}
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="decline">Decline</button>
</div>
</form>`,
  });
}

const NO_ACCOUNTS = html`<p class="notice">You have no account at this bank.</p>`;

function factList(facts: ApprovalPage['facts']): Html {
  const rows = facts.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>
`,
  );
  return html`<dl>
${rows}</dl>`;
}

function accountChoice({ accounts, choose }: ApprovalPage): Html {
  const type = choose === 'one' ? 'radio' : 'checkbox';
  const choices = accounts.map(
    ({ id, label, number }, index) => html`<label class="choice">
<input type="${type}" name="account" value="${id}"${index === 0 && CHECKED}>
<span>${label} <span class="number">${grouped(number)}</span></span>
</label>
`,
  );
  return html`<fieldset>
<legend>${choose === 'one' ? 'Pay from' : 'Accounts to share'}</legend>
${choices}</fieldset>`;
}

const CHECKED = html` checked`;

/** IBANs are read in groups of four. */
function grouped(number: string): string {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,}$/.test(number) ? number.replaceAll(/.{4}(?=.)/g, '$& ') : number;
}
