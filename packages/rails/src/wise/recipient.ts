/** A payee in Wise's words. */
import { parsePayto } from '@switchyard/payto';
import type { Party, SettlementScheme } from '@switchyard/rail-kit';
import type { RecipientAccount, RecipientRequest } from './api/recipients.ts';

/** Wise picks the scheme by currency and account; these are the ones it is known to pick. */
export const SCHEMES = {
  'gb-fps': 'GBP',
  'sepa-sct': 'EUR',
  'us-ach': 'USD',
} as const satisfies Readonly<Partial<Record<SettlementScheme, string>>>;
export type WiseScheme = keyof typeof SCHEMES;

export function isWiseScheme(scheme: string): scheme is WiseScheme {
  return Object.hasOwn(SCHEMES, scheme);
}

/** Undefined when the scheme cannot reach that address. */
export function recipientFor(
  { payto, holderName, country }: Party,
  scheme: WiseScheme,
): RecipientRequest | undefined {
  const account = accountFor(payto, scheme, country);
  return account === undefined
    ? undefined
    : {
        currency: SCHEMES[scheme],
        accountHolderName: holderName,
        legalType: legalTypeOf(holderName),
        account,
      };
}

function accountFor(
  payto: string,
  scheme: WiseScheme,
  country: string | undefined,
): RecipientAccount | undefined {
  const parsed = parsePayto(payto);
  if (!parsed.ok || !parsed.address.target.known) return undefined;
  const { target } = parsed.address;
  switch (scheme) {
    case 'gb-fps':
      if (target.scheme === 'gb-scan') return sortCode(target.sortCode, target.accountNumber);
      // A British IBAN ends in sort code and account number, and within the country it means no more than these.
      return target.scheme === 'iban' && target.iban.startsWith('GB')
        ? sortCode(target.iban.slice(8, 14), target.iban.slice(14))
        : undefined;
    case 'sepa-sct':
      return target.scheme === 'iban' ? { type: 'iban', details: { IBAN: target.iban } } : undefined;
    case 'us-ach':
      return target.scheme === 'ach'
        ? aba(target.routingNumber, target.accountNumber, country ?? 'US')
        : undefined;
  }
}

function sortCode(code: string, accountNumber: string): RecipientAccount {
  return { type: 'sort_code', details: { sortCode: code, accountNumber } };
}

/** A payto address does not tell the kind of account, and a checking account is what most people have. */
function aba(abartn: string, accountNumber: string, country: string): RecipientAccount {
  return {
    type: 'aba',
    details: { abartn, accountNumber, accountType: 'CHECKING', address: { country } },
  };
}

/**
 * Nobody tells us whether the payee is a person. Wise takes for a person only a name of two words or more, each longer than
 * a letter and without digits; a name that is not so can only be a business's.
 */
function legalTypeOf(holderName: string): RecipientRequest['legalType'] {
  const words = holderName.trim().split(/\s+/);
  const isPersonal = words.length > 1 && [words[0], words.at(-1)].every((word) => (word ?? '').length > 1);
  return isPersonal && !/[0-9]/.test(holderName) ? 'PRIVATE' : 'BUSINESS';
}
