/** What the simulator has to offer, for a person who opens its address. */
import type { Provider } from '../provider.ts';
import type { Bank } from '../world/bank.ts';
import { BANK_OUTCOMES, OUTCOMES } from '../world/outcomes.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

export interface FrontPage {
  readonly baseUrl: string;
  readonly providers: readonly Pick<Provider, 'id' | 'name'>[];
  readonly banks: readonly Bank[];
}

export function frontPage({ baseUrl, providers, banks }: FrontPage): string {
  return layout({
    title: 'Switchyard simulator',
    name: 'Switchyard simulator',
    subtitle: 'Providers and banks for tests, over real HTTP',
    wide: true,
    content: html`<h1>Everything here is simulated</h1>
<p class="quiet">The adapters that talk to it are the real ones; only the address differs. Payments succeed within seconds,
unless they ask for something else.</p>
<h2>Providers</h2>
${table(
  ['Provider', 'Base URL'],
  providers.map(({ id, name }) => [html`${name}`, code(`${baseUrl}/${id}`)]),
)}
<h2>Test outcomes</h2>
<p class="quiet">Put the words anywhere in the payment’s reference. As the payee’s name, ${code('SIM refused')} is
${code('Simulated Refused')}. The amount never matters.</p>
${table(
  ['Reference', 'What happens'],
  OUTCOMES.map(({ words, meaning }) => [html`<code class="words">SIM ${words}</code>`, html`${meaning}`]),
)}
<h2>Test institutions</h2>
${table(
  ['Bank', 'What happens'],
  testInstitutions(banks).map(({ name, countries, meaning }) => [
    html`${name} <span class="quiet">${countries.join(', ')}</span>`,
    html`${meaning}`,
  ]),
)}
<h2>Banks</h2>
<p class="quiet">Each has one customer with two or three accounts, the same after every start.</p>
${byCountry(banks.filter(({ wish }) => wish === 'none'))}`,
  });
}

/** One line for the banks of one kind, which have the same name in every country. */
export function testInstitutions(banks: readonly Bank[]) {
  return Object.entries(BANK_OUTCOMES).map(([wish, { meaning }]) => {
    const same = banks.filter((bank) => bank.wish === wish);
    return { name: same[0]?.name ?? '', countries: same.map(({ country }) => country), meaning };
  });
}

function byCountry(banks: readonly Bank[]): readonly Html[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const groups = [...Map.groupBy(banks, ({ country }) => names.of(country) ?? country)];
  return groups
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(
      ([country, group]) => html`<details><summary>${country} (${group.length})</summary>
${table(
  ['Bank', 'Id'],
  group.map(({ name, id, bic }) => [html`${name} <span class="quiet">${bic}</span>`, code(id)]),
)}</details>
`,
    );
}

function table(head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll"><table>
<thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
}

function code(text: string): Html {
  return html`<code>${text}</code>`;
}
