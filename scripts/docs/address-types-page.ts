import { PAYTO_SCHEMES, type PaytoAddress, type PaytoScheme, parsePayto } from '@switchyard/payto';
import { paytoType } from '../../packages/payto/src/types/registry.ts';
import { assetsOf } from '../../packages/server/src/domain/account-assets.ts';
import { code, codes, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

interface TypeNotes {
  readonly what: string;
  readonly examples: readonly [string, ...string[]];
}

/** What each type is, and addresses that pass its checks. A new type does not compile without its line. */
const TYPES: Readonly<Record<PaytoScheme, TypeNotes>> = {
  iban: {
    what: 'A bank account in a country that uses IBANs',
    examples: ['payto://iban/DE75512108001245126199', 'payto://iban/SOGEDEFFXXX/DE75512108001245126199'],
  },
  bic: { what: 'A bank, without an account', examples: ['payto://bic/SOGEDEFFXXX'] },
  ach: {
    what: 'A bank account in the United States',
    examples: ['payto://ach/122000661/0001234567', 'payto://ach/122000661/1234'],
  },
  upi: { what: 'A UPI address in India', examples: ['payto://upi/alice@okhdfcbank'] },
  bitcoin: {
    what: 'A bitcoin address',
    examples: ['payto://bitcoin/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  },
  ilp: { what: 'An Interledger address', examples: ['payto://ilp/g.acme.bob'] },
  void: { what: 'Money that goes nowhere a machine knows', examples: ['payto://void/at-the-counter'] },
  eth: {
    what: 'An address on an EVM chain; Ethereum when no chain is named',
    examples: [
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1',
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1@11155111',
    ],
  },
  'x-taler-bank': {
    what: 'An account at a Taler bank',
    examples: ['payto://x-taler-bank/bank.taler.net/alice'],
  },
  pix: {
    what: 'A Pix key in Brazil: e-mail, phone, CPF, CNPJ or random',
    examples: [
      'payto://pix/alice@example.com',
      'payto://pix/+5511987654321',
      'payto://pix/11144477735',
      'payto://pix/12ABC34501DE35',
      'payto://pix/123e4567-e89b-42d3-a456-426614174000',
    ],
  },
  'gb-scan': {
    what: 'A bank account in the United Kingdom, by sort code',
    examples: ['payto://gb-scan/202959/63748472'],
  },
  'mx-clabe': { what: 'A bank account in Mexico', examples: ['payto://mx-clabe/032180000118359719'] },
  'au-bsb': { what: 'A bank account in Australia', examples: ['payto://au-bsb/062000/12345678'] },
  'ca-interac': {
    what: 'Somebody in Canada, by e-mail or phone',
    examples: ['payto://ca-interac/alice@example.com'],
  },
};

const UNKNOWN = ['payto://lightning/alice@wallet.example', 'payto://example-bank/1234567890'] as const;

export const addressTypesPage: Page = {
  file: 'address-types.md',
  title: 'Address types',
  source: 'packages/payto/src/types',
  body: () =>
    paragraphs(
      `Addresses are \`payto://\` URIs ([RFC 8905](https://www.rfc-editor.org/rfc/rfc8905)): \`payto://<type>/<path>?<options>\`. These
${PAYTO_SCHEMES.length} types are modelled: their paths are checked down to the check digits, two spellings of one account compare
equal, and each has a mask. A live environment refuses addresses of test networks. The rules in full are told in [the README of payto](../../packages/payto/README.md).`,
      table(['Type', 'What it is', 'Path', 'Country', 'Currency or asset'], PAYTO_SCHEMES.map(typeRow)),
      '## Masks',
      `No answer shows an account in full; this is what it shows instead. A mask has a fixed number of stars, so it does not tell
how long the account is. A bank's own code is public and stays readable.`,
      table(
        ['Address', 'Mask'],
        PAYTO_SCHEMES.flatMap((scheme) => TYPES[scheme].examples.map(maskRow)),
      ),
      '## Other types',
      `Any other well-formed type is taken too, with \`known: false\`. Of its path nothing is checked, and no asset is told from
it. Its mask is careful: of what looks like an account the last four characters are shown, of what looks like an e-mail
address the provider.`,
      table(['Address', 'Mask'], UNKNOWN.map(maskRow)),
    ),
};

function typeRow(scheme: PaytoScheme): readonly string[] {
  const { what, examples } = TYPES[scheme];
  const address = read(examples[0]);
  // The country of these two is written in the address; of the others it follows from the type.
  const country = scheme === 'iban' || scheme === 'bic' ? 'in the address' : (address.country ?? '');
  const assets = scheme === 'iban' ? 'of the country, and euro in SEPA' : codes(assetsOf(address));
  return [code(scheme), what, code(paytoType(scheme).path), country, assets];
}

function maskRow(uri: string): readonly string[] {
  return [code(uri), code(read(uri).masked)];
}

function read(uri: string): PaytoAddress {
  const parsed = parsePayto(uri);
  if (!parsed.ok) throw new Error(`The example ${uri} is refused: ${parsed.error.key}.`);
  return parsed.address;
}
