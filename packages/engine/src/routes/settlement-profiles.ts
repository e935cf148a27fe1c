/**
 * Settlement schemes: whose accounts they reach, what they move, and when the money is there. Facts as published; a bank may
 * be slower or take less, and where hours differ from bank to bank the careful end of the usual range is taken.
 *
 * SEPA: PSD2 article 83 (next business day), T2 hours (ecb.europa.eu), EPC rulebooks of 2025 (instant: 10 s, no maximum since
 * 5 October 2025), EPC409-09 for the countries. UK: Pay.UK and the Bank of England (Faster Payments up to £1m, mostly within
 * seconds and rarely up to two hours, Bacs three-day cycle, CHAPS same day). US: Nacha (same-day windows and $1m), The Clearing House (RTP $10m), Federal
 * Reserve (FedNow $10m, Fedwire). Poland: KIR. Sweden: Bankgirot, Riksbank. Ethereum: two epochs to finality.
 * References: EPC and SWIFT remittance information (140), Standard 18 (18), Nacha addenda (80); an ERC-20 transfer carries none. What
 * Swedish schemes carry differs from bank to bank.
 * Calendars PL and SE are not part of `SETTLEMENT_CALENDARS`; unless a snapshot has them, only weekends are known there.
 */
import type { SettlementScheme } from '../vocabulary.ts';
import type { TimeZone } from './local-time.ts';

export interface SettlementProfile {
  /** The payto schemes of accounts that it reaches, on either side. */
  readonly payto: readonly string[];
  /** Where these accounts are; absent where that does not matter. */
  readonly countries?: ReadonlySet<string>;
  /** Absent when it moves whatever both sides hold. */
  readonly asset?: string;
  /** In minor units of `asset`. */
  readonly max?: string;
  readonly onChain?: true;
  /** What it carries from payer to payee; absent where nothing is published, so that the rail alone decides. */
  readonly reference?: SchemeReference;
  readonly hours: AroundTheClock | BusinessHours;
}

export interface SchemeReference {
  /** In characters. */
  readonly max: number;
  readonly pattern: RegExp;
}

export interface AroundTheClock {
  readonly kind: 'always';
  readonly typicalSeconds: number;
  readonly slowSeconds: number;
}

/**
 * An order between opening and cut-off of a business day is accepted at once, any other when the next one opens. Half of all
 * orders are there after so many business days and seconds, and 95 of 100 when the last day of `slowDays` closes.
 */
export interface BusinessHours {
  readonly kind: 'business';
  readonly zone: TimeZone;
  /** `of-asset`: the calendar of the currency that is moved. */
  readonly calendar: string;
  readonly opensMinute: number;
  readonly cutOffMinute: number;
  readonly closesMinute: number;
  readonly typicalDays: number;
  readonly typicalSeconds: number;
  readonly slowDays: number;
}

export const CALENDAR_OF_ASSET = 'of-asset';

/** Currencies whose business days a scheme for any currency rests on. */
export const CALENDAR_BY_ASSET: ReadonlyMap<string, string> = new Map([
  ['iso4217:EUR', 'TARGET'],
  ['iso4217:GBP', 'UK'],
  ['iso4217:USD', 'US'],
]);

const SEPA_COUNTRIES = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK ' +
    'SM VA'
  ).split(' '),
);
const UK_COUNTRIES = new Set(['GB', 'GG', 'IM', 'JE']);

/** Remittance information of one line: the Latin characters that SWIFT and the EPC guarantee to pass everywhere. */
const REMITTANCE: SchemeReference = { max: 140, pattern: /^[A-Za-z0-9 /?:().,'+-]*$/ };
/** The reference of a Standard 18 record, which Bacs and Faster Payments share. */
const STANDARD_18: SchemeReference = { max: 18, pattern: /^[A-Za-z0-9 .&/-]*$/ };
/** The payment related information of one addenda record. */
const ADDENDA: SchemeReference = { max: 80, pattern: /^[ -~]*$/ };
const NOTHING: SchemeReference = { max: 0, pattern: /^$/ };

const SEPA = {
  payto: ['iban'],
  countries: SEPA_COUNTRIES,
  asset: 'iso4217:EUR',
  reference: REMITTANCE,
} as const;
const UK = { payto: ['iban', 'gb-scan'], countries: UK_COUNTRIES, asset: 'iso4217:GBP' } as const;
const US = { payto: ['ach'], asset: 'iso4217:USD' } as const;
const PL = {
  payto: ['iban'],
  countries: new Set(['PL']),
  asset: 'iso4217:PLN',
  reference: REMITTANCE,
} as const;
const SE = { countries: new Set(['SE']), asset: 'iso4217:SEK' } as const;

export const SETTLEMENT_PROFILES: Readonly<Record<SettlementScheme, SettlementProfile>> = {
  'sepa-sct': {
    ...SEPA,
    max: '99999999999',
    hours: business('Europe/Berlin', 'TARGET', '07:00', '15:00', '18:00', { seconds: 14_400, slowDays: 1 }),
  },
  'sepa-sct-inst': { ...SEPA, hours: always(5, 10) },
  'gb-fps': { ...UK, reference: STANDARD_18, max: '100000000', hours: always(15, 120) },
  'gb-bacs': {
    ...UK,
    reference: STANDARD_18,
    max: '2000000000',
    hours: business('Europe/London', 'UK', '07:00', '22:30', '22:30', { days: 2, seconds: 0, slowDays: 2 }),
  },
  'gb-chaps': {
    ...UK,
    reference: REMITTANCE,
    hours: business('Europe/London', 'UK', '08:00', '14:30', '18:00', { seconds: 3_600, slowDays: 0 }),
  },
  'us-ach': {
    ...US,
    reference: ADDENDA,
    max: '9999999999',
    hours: business('America/New_York', 'US', '08:30', '16:00', '18:00', {
      days: 1,
      seconds: 0,
      slowDays: 2,
    }),
  },
  'us-ach-same-day': {
    ...US,
    reference: ADDENDA,
    max: '100000000',
    hours: business('America/New_York', 'US', '08:30', '16:45', '18:00', { seconds: 14_400, slowDays: 0 }),
  },
  'us-rtp': { ...US, reference: REMITTANCE, max: '1000000000', hours: always(5, 20) },
  'us-fednow': { ...US, reference: REMITTANCE, max: '1000000000', hours: always(5, 20) },
  'us-fedwire': {
    ...US,
    reference: REMITTANCE,
    hours: business('America/New_York', 'US', '09:00', '15:00', '18:45', { seconds: 3_600, slowDays: 0 }),
  },
  'pl-elixir': {
    ...PL,
    hours: business('Europe/Warsaw', 'PL', '08:00', '14:30', '17:30', { seconds: 14_400, slowDays: 1 }),
  },
  'pl-express-elixir': { ...PL, max: '10000000', hours: always(10, 60) },
  'se-bankgirot': {
    ...SE,
    payto: ['iban', 'se-account', 'se-bankgiro'],
    hours: business('Europe/Stockholm', 'SE', '08:00', '13:00', '17:00', { seconds: 14_400, slowDays: 1 }),
  },
  'se-rix-inst': { ...SE, payto: ['iban', 'se-account'], hours: always(5, 20) },
  swift: {
    payto: ['iban', 'bic'],
    reference: REMITTANCE,
    hours: business('Europe/Berlin', CALENDAR_OF_ASSET, '08:00', '15:00', '18:00', {
      days: 1,
      seconds: 7_200,
      slowDays: 5,
    }),
  },
  'evm-erc20': { payto: ['eth'], onChain: true, reference: NOTHING, hours: always(180, 900) },
};

function always(typicalSeconds: number, slowSeconds: number): AroundTheClock {
  return { kind: 'always', typicalSeconds, slowSeconds };
}

function business(
  zone: TimeZone,
  calendar: string,
  opens: string,
  cutOff: string,
  closes: string,
  speed: { readonly days?: number; readonly seconds: number; readonly slowDays: number },
): BusinessHours {
  return {
    kind: 'business',
    zone,
    calendar,
    opensMinute: minuteOf(opens),
    cutOffMinute: minuteOf(cutOff),
    closesMinute: minuteOf(closes),
    typicalDays: speed.days ?? 0,
    typicalSeconds: speed.seconds,
    slowDays: speed.slowDays,
  };
}

/** `07:30` as minutes after midnight. */
function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
