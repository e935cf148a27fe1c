/** The account numbers of the business at this Wise, one for each currency. All of them pass every public check. */
import { belgianCheck, ibanCheckDigits } from '../../world/check-digits.ts';

export interface LocalAccount {
  readonly currency: string;
  readonly currencyName: string;
  readonly subtitle: string;
  /** As the world knows account numbers; a British account is also reached by its IBAN. */
  readonly numbers: readonly string[];
  /** What stands in the account details, besides the holder. */
  readonly details: readonly { readonly type: string; readonly title: string; readonly body: string }[];
}

const GBP = { sortCode: '231470', accountNumber: '10340017' };
const USD = { routingNumber: '026073150', accountNumber: '8311034001' };
const EUR_BIC = 'TRWIBEB1XXX';

export function localAccounts(): readonly LocalAccount[] {
  const gbIban = ibanOf('GB', `TRWI${GBP.sortCode}${GBP.accountNumber}`);
  const beStart = '9670010340';
  const beIban = ibanOf('BE', `${beStart}${belgianCheck(beStart)}`);
  return [
    {
      currency: 'GBP',
      currencyName: 'British pound',
      subtitle: 'Sort code, account number',
      numbers: [`${GBP.sortCode}-${GBP.accountNumber}`, gbIban],
      details: [
        { type: 'BANK_CODE', title: 'Sort code', body: '23-14-70' },
        { type: 'ACCOUNT_NUMBER', title: 'Account number', body: GBP.accountNumber },
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
      numbers: [`${USD.routingNumber}-${USD.accountNumber}`],
      details: [
        { type: 'ROUTING_NUMBER', title: 'Routing number', body: USD.routingNumber },
        { type: 'ACCOUNT_NUMBER', title: 'Account number', body: USD.accountNumber },
        { type: 'ACCOUNT_TYPE', title: 'Account type', body: 'Checking' },
      ],
    },
  ];
}

function ibanOf(country: string, bban: string): string {
  return `${country}${ibanCheckDigits(country, bban)}${bban}`;
}

/** As people read an IBAN. */
function inGroups(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
