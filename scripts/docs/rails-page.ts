import { CAPABILITY_IDS, RAIL_KINDS, type RailKind } from '@switchyard/engine';
import { loadCatalogue, type RailListing } from '@switchyard/rails';
import { code, codes, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

/** What each kind of rail is. A new kind does not compile without its line. */
const KINDS: Readonly<Record<RailKind, readonly [title: string, about: string]>> = {
  'pisp-aggregator': [
    'Payment aggregators',
    'One contract, many banks: they start payments and read accounts for you.',
  ],
  'bank-api': ['Banks and banking platforms', 'They hold accounts, and pay in and out of them.'],
  'meta-provider': ['Meta-providers', 'They sit above several other providers.'],
  verification: ['Verification', 'They tell whether an account belongs to whom it should.'],
  'on-chain': ['On-chain', 'Money that moves on a blockchain.'],
  data: ['Data', 'They read accounts, and move nothing.'],
  identity: ['Identity', 'They tell who somebody is.'],
  compliance: ['Compliance', 'They screen people and payments.'],
};

export const railsPage: Page = {
  file: 'rails.md',
  title: 'Rails',
  source: 'packages/rails/src/catalogue',
  body: () => {
    const rails = loadCatalogue();
    return paragraphs(
      `The catalogue: ${rails.length} payment and data providers that Switchyard knows of, as [\`rails.list\`](operations.md#railslist) answers them
with all their details. Being in the catalogue says what a provider does, not that Switchyard can call it: that is what
\`status\` tells (${statuses(rails)}). How far each claim can be trusted is told in [EVIDENCE.md](../../packages/rails/EVIDENCE.md).`,
      ...RAIL_KINDS.map((kind) =>
        kindSection(
          kind,
          rails.filter((rail) => rail.kind === kind),
        ),
      ),
      '## Who offers what',
      'By capability, with the rails that list it for at least one country.',
      table(
        ['Capability', 'Rails'],
        CAPABILITY_IDS.map((id) => [code(id), codes(offering(rails, id)) || 'none yet']),
      ),
    );
  },
};

function statuses(rails: readonly RailListing[]): string {
  const names = [...new Set(rails.map(({ status }) => status))].toSorted();
  return names
    .map((name) => `${rails.filter(({ status }) => status === name).length} ${code(name)}`)
    .join(', ');
}

function kindSection(kind: RailKind, rails: readonly RailListing[]): string {
  const [title, about] = KINDS[kind];
  const rows = rails.map(({ id, name, website, countries, capabilities, roles }) => [
    code(id),
    `[${name}](${website})`,
    countries.length === 0 ? 'not bound' : String(countries.length),
    String(capabilities?.length ?? 0),
    roles.join(', '),
  ]);
  return paragraphs(
    `## ${title}`,
    `${about} Kind ${code(kind)}, ${rails.length} rails.`,
    table(['Id', 'Name', 'Countries', 'Capabilities', 'Roles'], rows),
  );
}

function offering(rails: readonly RailListing[], capability: string): readonly string[] {
  return rails
    .filter(({ capabilities }) => capabilities?.some(({ id }) => id === capability))
    .map(({ id }) => id);
}
