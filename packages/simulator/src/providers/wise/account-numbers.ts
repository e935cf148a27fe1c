/** The account numbers of a business at this Wise, one for each currency. All of them pass every public check. */
import { belgianCheck, ibanCheckDigits } from '../../world/check-digits.ts';
import type { Business } from './business.ts';

export interface LocalAccount {
  readonly currency: string;
  readonly currencyName: string;
  readonly subtitle: string;
  /** As the world knows account numbers; a British account is also reached by its IBAN. */
  readonly numbers: readonly string[];
  /** What stands in the account details, besides the holder. */
  readonly details: readonly { readonly type: string; readonly title: string; readonly body: string }[];
}

const EUR_BIC = 'TRWIBEB1XXX';

export function localAccounts({ accounts: { gbp, usd, eur } }: Business): readonly LocalAccount[] {
  const gbIban = ibanOf('GB', `TRWI${gbp.sortCode}${gbp.accountNumber}`);
  const beIban = ibanOf('BE', `${eur}${belgianCheck(eur)}`);
  return [
    {
      currency: 'GBP',
      currencyName: 'British pound',
      subtitle: 'Sort code, account number',
      numbers: [`${gbp.sortCode}-${gbp.accountNumber}`, gbIban],
      details: [
        { type: 'BANK_CODE', title: 'Sort code', body: inPairs(gbp.sortCode) },
        { type: 'ACCOUNT_NUMBER', title: 'Account number', body: gbp.accountNumber },
        { type: 'IBAN', title: 'IBAN', body: inGroups(gbIban) },
      ],
    },
    {
      currency: 'EUR',
      currencyName: 'Euro',
      subtitle: 'IBAN, SWIFT/BIC',
      numbers: [beIban],
      details: [
        { type: 'SWIFT_CODE', title: 'SWIFT/BIC', body: EUR_BIC },
        { type: 'IBAN', title: 'IBAN', body: inGroups(beIban) },
      ],
    },
    {
      currency: 'USD',
      currencyName: 'US dollar',
      subtitle: 'Routing number, account number',
      numbers: [`${usd.routingNumber}-${usd.accountNumber}`],
      details: [
        { type: 'ROUTING_NUMBER', title: 'Routing number', body: usd.routingNumber },
        { type: 'ACCOUNT_NUMBER', title: 'Account number', body: usd.accountNumber },
        { type: 'ACCOUNT_TYPE', title: 'Account type', body: 'Checking' },
      ],
    },
  ];
}

function ibanOf(country: string, bban: string): string {
  return `${country}${ibanCheckDigits(country, bban)}${bban}`;
}

/** As people read a sort code. */
function inPairs(sortCode: string): string {
  return sortCode.replaceAll(/(..)(?=.)/g, '$1-');
}

/** As people read an IBAN. */
function inGroups(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
