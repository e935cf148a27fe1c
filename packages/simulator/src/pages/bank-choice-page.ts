import { html } from './html.ts';
import { hiddenFields, layout } from './layout.ts';
import type { BankChoicePage } from './page.ts';

/** A provider's page on which a person says where the account is. */
export function bankChoicePage({ providerName, banks, action, hidden }: BankChoicePage): string {
  const options = banks.map(
    ({ id, name }) => html`<option value="${id}">${name}</option>
`,
  );
  return layout({
    title: `Choose your bank · ${providerName}`,
    name: providerName,
    subtitle: 'Secure bank connection',
    content: html`<h1>Choose your bank</h1>
<p class="quiet">You continue on its own page and decide there.</p>
<form method="post" action="${action}">
${hiddenFields(hidden)}
<div class="field"><label for="institution">Bank</label>
<select id="institution" name="institution">
${options}</select></div>
<div class="buttons"><button>Continue</button></div>
</form>`,
  });
}
