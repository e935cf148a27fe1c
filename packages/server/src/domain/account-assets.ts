/** What an account can send or receive, told from its address alone. A linked account's provider knows better. */
import type { PaytoAddress } from '@switchyard/payto';

export function assetsOf(address: PaytoAddress): readonly string[] {
  const { target } = address;
  if (!target.known) return [];
  switch (target.scheme) {
    case 'iban':
      return ibanAssets(address.country ?? '');
    case 'eth':
      return [`eip155:${target.chainId}/slip44:60`];
    case 'bitcoin':
      return [`${address.network === 'testnet' ? BITCOIN_TESTNET : BITCOIN_MAINNET}/slip44:0`];
    default: {
      const currency = SCHEME_CURRENCIES[address.scheme];
      return currency === undefined ? [] : [`iso4217:${currency}`];
    }
  }
}

/** CAIP-2 names a bitcoin network by the first half of its genesis block's hash. */
const BITCOIN_MAINNET = 'bip122:000000000019d6689c085ae165831e93';
const BITCOIN_TESTNET = 'bip122:000000000933ea01ad0ee984209779ba';

const SCHEME_CURRENCIES: Readonly<Record<string, string>> = {
  ach: 'USD',
  upi: 'INR',
  pix: 'BRL',
  'gb-scan': 'GBP',
  'mx-clabe': 'MXN',
  'au-bsb': 'AUD',
  'ca-interac': 'CAD',
};

/** Where an IBAN's own currency is not the euro. */
const IBAN_CURRENCIES: Readonly<Record<string, string>> = {
  AE: 'AED',
  AL: 'ALL',
  AZ: 'AZN',
  BA: 'BAM',
  BH: 'BHD',
  BI: 'BIF',
  BR: 'BRL',
  BY: 'BYN',
  CH: 'CHF',
  CR: 'CRC',
  CZ: 'CZK',
  DJ: 'DJF',
  DK: 'DKK',
  DO: 'DOP',
  EG: 'EGP',
  FK: 'FKP',
  FO: 'DKK',
  GB: 'GBP',
  GE: 'GEL',
  GI: 'GIP',
  GL: 'DKK',
  GT: 'GTQ',
  HN: 'HNL',
  HU: 'HUF',
  IL: 'ILS',
  IQ: 'IQD',
  IS: 'ISK',
  JO: 'JOD',
  KW: 'KWD',
  KZ: 'KZT',
  LB: 'LBP',
  LC: 'XCD',
  LI: 'CHF',
  LY: 'LYD',
  MD: 'MDL',
  MK: 'MKD',
  MN: 'MNT',
  MR: 'MRU',
  MU: 'MUR',
  NI: 'NIO',
  NO: 'NOK',
  OM: 'OMR',
  PK: 'PKR',
  PL: 'PLN',
  PS: 'ILS',
  QA: 'QAR',
  RO: 'RON',
  RS: 'RSD',
  RU: 'RUB',
  SA: 'SAR',
  SC: 'SCR',
  SD: 'SDG',
  SE: 'SEK',
  SO: 'SOS',
  ST: 'STN',
  SV: 'USD',
  TL: 'USD',
  TN: 'TND',
  TR: 'TRY',
  UA: 'UAH',
  VG: 'USD',
  YE: 'YER',
};

/** Countries in the SEPA schemes whose own currency is another: their IBANs take euro as well. */
const SEPA_BESIDE_THE_EURO: ReadonlySet<string> = new Set([
  'AL',
  'CH',
  'CZ',
  'DK',
  'GB',
  'GI',
  'HU',
  'IS',
  'LI',
  'MD',
  'MK',
  'NO',
  'PL',
  'RO',
  'RS',
  'SE',
]);

function ibanAssets(country: string): readonly string[] {
  const currency = IBAN_CURRENCIES[country];
  if (currency === undefined) return ['iso4217:EUR'];
  return SEPA_BESIDE_THE_EURO.has(country) ? [`iso4217:${currency}`, 'iso4217:EUR'] : [`iso4217:${currency}`];
}

/** Every currency the tables name, for the check that each is still one. */
export function currencies(): readonly string[] {
  return [...Object.values(SCHEME_CURRENCIES), ...Object.values(IBAN_CURRENCIES)];
}
