import type { IncomingCredit } from '../../world/world.ts';
import { localAccounts } from './account-numbers.ts';
import { creditBalance } from './balance.ts';
import type { State } from './state.ts';
import { tellCredit } from './webhooks.ts';

/** Puts what is paid to the business's account numbers on its balances. */
export function receiveMoney(state: State): void {
  for (const { currency, numbers } of localAccounts(state.business)) {
    for (const number of numbers) {
      state.world.money.watchCredits(number, (credit) => receive(state, currency, credit));
    }
  }
}

/** Money of another currency would be converted or sent back; here it is lost to the sender's bank. */
function receive(state: State, currency: string, credit: IncomingCredit): void {
  const balance = state.balances.get(currency);
  if (balance === undefined || credit.currency !== currency) return;
  creditBalance(state, balance, credit.amountMinor, {
    referenceNumber: `TRANSFER-${state.nextId()}`,
    details: {
      type: 'DEPOSIT',
      description: `Received money from ${credit.payerName} with reference ${credit.reference}`,
      senderName: credit.payerName,
      paymentReference: credit.reference,
    },
  });
  tellCredit(state, balance, credit.amountMinor);
}
