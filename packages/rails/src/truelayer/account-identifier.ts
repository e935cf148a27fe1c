import { formatPayto, parsePayto } from '@switchyard/payto';
import type { SettlementScheme } from '@switchyard/rail-kit';
import type { DataAccount } from './api/data.ts';
import type { AccountIdentifier } from './api/payments.ts';

/** How each scheme that we offer is called there, and in what it pays. */
export const SCHEMES = {
  'gb-fps': { id: 'faster_payments_service', currency: 'GBP', account: 'sort_code_account_number' },
  'sepa-sct': { id: 'sepa_credit_transfer', currency: 'EUR', account: 'iban' },
  'sepa-sct-inst': { id: 'sepa_credit_transfer_instant', currency: 'EUR', account: 'iban' },
  'pl-elixir': { id: 'polish_domestic_standard', currency: 'PLN', account: 'nrb' },
  'pl-express-elixir': { id: 'polish_domestic_express', currency: 'PLN', account: 'nrb' },
} as const satisfies Readonly<
  Partial<
    Record<
      SettlementScheme,
      { readonly id: string; readonly currency: string; readonly account: AccountIdentifier['type'] }
    >
  >
>;
export type TruelayerScheme = keyof typeof SCHEMES;

export function isTruelayerScheme(scheme: string): scheme is TruelayerScheme {
  return Object.hasOwn(SCHEMES, scheme);
}

/** An address as the scheme wants it, or undefined when that scheme cannot reach it. */
export function identifierFor(payto: string, scheme: TruelayerScheme): AccountIdentifier | undefined {
  const parsed = parsePayto(payto);
  if (!parsed.ok || !parsed.address.target.known) return undefined;
  const { target } = parsed.address;
  switch (SCHEMES[scheme].account) {
    case 'sort_code_account_number':
      if (target.scheme === 'gb-scan') return scan(target.sortCode, target.accountNumber);
      // A British IBAN ends in sort code and account number, and within the country it means no more than these.
      return target.scheme === 'iban' && target.iban.startsWith('GB')
        ? scan(target.iban.slice(8, 14), target.iban.slice(14))
        : undefined;
    case 'iban':
      return target.scheme === 'iban' ? { type: 'iban', iban: target.iban } : undefined;
    case 'nrb':
      return target.scheme === 'iban' && target.iban.startsWith('PL')
        ? { type: 'nrb', nrb: target.iban.slice(2) }
        : undefined;
  }
}

/** The address of a linked account. In Britain the sort code comes first: that is what payments there ask for. */
export function paytoOf({ account_number: number }: DataAccount): string | undefined {
  const sortCode = number.sort_code?.replaceAll('-', '');
  const candidates = [
    sortCode && number.number ? { scheme: 'gb-scan', segments: [sortCode, number.number] } : undefined,
    number.iban ? { scheme: 'iban', segments: [number.iban.replaceAll(' ', '')] } : undefined,
  ];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const parsed = parsePayto(formatPayto({ ...candidate, options: {} }));
    if (parsed.ok) return formatPayto(parsed.address);
  }
  return undefined;
}

function scan(sortCode: string, accountNumber: string): AccountIdentifier {
  return { type: 'sort_code_account_number', sort_code: sortCode, account_number: accountNumber };
}
