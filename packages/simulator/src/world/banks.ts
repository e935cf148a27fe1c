/** The banks of this world, from `data/banks.json`, and the accounts of the one customer that each of them has. */
import bankRows from '../../data/banks.json' with { type: 'json' };
import { numbersOf } from './account-numbers.ts';
import type { Bank, BankAccount, BankWish } from './bank.ts';
import { numberOf } from './digits.ts';
import type { Banks } from './world.ts';

export function createBanks(): Banks {
  const banks = ROWS.map(bankOf).sort((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(banks.map((bank) => [bank.id, bank]));
  const accounts = new Map(ROWS.map((row) => [row.id, accountsOf(bankOf(row), row.accountNumbers ?? [])]));
  const all = [...accounts.values()].flat();
  const accountById = new Map(all.map((account) => [account.id, account]));
  const accountByNumber = new Map(
    all.flatMap((account) => namesOf(account).map((name) => [name, account] as const)),
  );
  return {
    all: (filter) =>
      filter?.country === undefined ? banks : banks.filter(({ country }) => country === filter.country),
    byId: (id) => byId.get(id),
    accountsAt: (bank) => accounts.get(bank) ?? [],
    account: (id) => accountById.get(id),
    accountByNumber: (number) => accountByNumber.get(plainNumber(number)),
  };
}

/** As numbers are compared: without spaces, in capitals. */
export function plainNumber(number: string): string {
  return number.replaceAll(/\s/g, '').toUpperCase();
}

interface BankRow extends Omit<Bank, 'wish'> {
  readonly wish?: BankWish;
  readonly accountNumbers?: readonly string[];
}

// The JSON's `wish` is typed as a string; a test compares every row with what `BankWish` allows.
const ROWS = bankRows as readonly BankRow[];

function bankOf({ accountNumbers: _given, wish = 'none', ...bank }: BankRow): Bank {
  return { ...bank, wish };
}

function accountsOf(bank: Bank, given: readonly string[]): readonly BankAccount[] {
  if (bank.wish === 'no_accounts') return [];
  const labels = (LABELS[bank.country] ?? OTHER_LABELS).slice(0, 2 + numberOf(`${bank.id}/accounts`, 2));
  const holderName = HOLDERS[numberOf(`${bank.id}/holder`, HOLDERS.length)] ?? '';
  return labels.map((label, index) => ({
    id: `${bank.id}-${index + 1}`,
    bank: bank.id,
    holderName,
    label,
    currency: bank.currency,
    ...numbersOf(bank, index + 1, given[index]),
  }));
}

function namesOf(account: BankAccount): readonly string[] {
  const { iban, sortCode, routingNumber, bankCode, accountNumber } = account;
  const code = sortCode ?? routingNumber ?? bankCode;
  const national = code === undefined ? accountNumber : `${code}-${accountNumber}`;
  return [iban, national].filter((name) => name !== undefined);
}

const OTHER_LABELS = ['Current account', 'Savings account', 'Joint account'];

const LABELS: Readonly<Record<string, readonly string[]>> = {
  DE: ['Girokonto', 'Tagesgeldkonto', 'Gemeinschaftskonto'],
  AT: ['Girokonto', 'Sparkonto', 'Gemeinschaftskonto'],
  FR: ['Compte courant', 'Compte épargne', 'Compte joint'],
  ES: ['Cuenta corriente', 'Cuenta de ahorro', 'Cuenta conjunta'],
  IT: ['Conto corrente', 'Conto deposito', 'Conto cointestato'],
  NL: ['Betaalrekening', 'Spaarrekening', 'Gezamenlijke rekening'],
  PL: ['Konto osobiste', 'Konto oszczędnościowe', 'Konto wspólne'],
  SE: ['Privatkonto', 'Sparkonto', 'Gemensamt konto'],
  US: ['Checking', 'Savings', 'Joint checking'],
};

const HOLDERS = [
  'Ada Fairweather',
  'Jonas Lindqvist',
  'Marta Kowalczyk',
  'Elena Bianchi',
  'Samuel Okafor',
  'Chloé Mercier',
  'Hannah Brandt',
  'Diego Navarro',
  'Aoife Brennan',
  'Willem de Graaf',
  'Priya Raman',
  'Grace Whitfield',
];
