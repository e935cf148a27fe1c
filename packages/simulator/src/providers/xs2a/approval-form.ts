/** The bank's pages of both kinds, and what a person sent with them. */

import { page } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import { approvalPage } from '../../pages/approval-page.ts';
import { messagePage } from '../../pages/message-page.ts';
import type { Bank, BankAccount } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import type { TransferOrder } from './transfer.ts';

export interface FormPlace {
  readonly providerName: string;
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
}

export function consentForm(world: World, bank: Bank, place: FormPlace): Reply {
  return page(
    approvalPage({
      ...place,
      hidden: place.hidden ?? {},
      bankName: bank.name,
      heading: 'Share your accounts',
      facts: [['What is shared', 'Account holder, account number and currency']],
      accounts: choicesOf(world.banks.accountsAt(bank.id)),
      choose: 'several',
    }),
  );
}

export function paymentForm(world: World, order: TransferOrder, place: FormPlace): Reply {
  const account = world.banks.accountByNumber(order.debtorIban);
  return page(
    approvalPage({
      ...place,
      hidden: place.hidden ?? {},
      bankName: order.bank.name,
      heading: 'Approve a payment',
      facts: [
        ['Amount', amountText(order)],
        ['To', order.creditorName],
        ['Account', order.creditorIban],
        ['Reference', order.reference ?? '–'],
      ],
      accounts: choicesOf(account?.bank === order.bank.id ? [account] : []),
      choose: 'one',
    }),
  );
}

export function usedUp(): Reply {
  return page(
    messagePage({ title: 'This link is used up', text: 'It was answered before, or it is too old.' }),
    410,
  );
}

export function isApproved({ form }: SimulatedRequest, bank: Bank): boolean {
  return form.get('decision') === 'approve' && bank.wish !== 'declines';
}

/** What was ticked; with nothing ticked, all, as banks do that ask for no choice. */
export function chosenAccounts(world: World, bank: Bank, { form }: SimulatedRequest): readonly BankAccount[] {
  const accounts = world.banks.accountsAt(bank.id);
  const ticked = accounts.filter(({ id }) => form.getAll('account').includes(id));
  return ticked.length === 0 ? accounts : ticked;
}

function choicesOf(accounts: readonly BankAccount[]) {
  return accounts.map(({ id, label, iban, accountNumber }) => ({
    id,
    label,
    number: iban ?? accountNumber ?? '',
  }));
}

function amountText({ amountMinor, currency }: TransferOrder): string {
  const digits = amountMinor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
}
