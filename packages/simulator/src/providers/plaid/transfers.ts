/**
 * Transfer: the way of a transfer through the network, and the events that tell of it. Debits end in `funds_available`, credits
 * in `settled`; what is returned comes back after that.
 */
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import type { World } from '../../world/world.ts';
import type { PlaidState, Transfer } from './state.ts';
import type { PlaidWebhooks } from './webhooks.ts';

export interface Transfers {
  /** From its creation to its end, by itself. */
  begin(transfer: Transfer): void;
  cancel(transfer: Transfer): void;
}

export function createTransfers(world: World, state: PlaidState, webhooks: PlaidWebhooks): Transfers {
  function move(transfer: Transfer, status: string): void {
    transfer.status = status;
    state.transferEvents.push({
      id: state.transferEvents.length + 1,
      atMs: world.now(),
      type: status,
      transfer,
    });
    webhooks.send({
      url: state.dashboardWebhook,
      subject: transfer.id,
      body: { webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE' },
      script: transfer.script,
    });
  }

  function fail(transfer: Transfer, status: 'failed' | 'returned', code: string | null): void {
    transfer.failureCode = code;
    move(transfer, status);
  }

  function finish(transfer: Transfer): void {
    const { authorization, script } = transfer;
    if (!moveMoney(world, transfer)) {
      fail(transfer, 'returned', 'R01');
      return;
    }
    move(transfer, 'settled');
    if (authorization.type === 'debit') move(transfer, 'funds_available');
    if (script.result === 'returned') world.later(RETURN_AFTER_MS, () => fail(transfer, 'returned', 'R10'));
  }

  return {
    begin(transfer) {
      move(transfer, 'pending');
      const { script } = transfer;
      if (script.result === 'stuck') return;
      const unlessCancelled = (work: () => void) => () => {
        if (transfer.status !== 'cancelled') work();
      };
      world.later(
        script.settleAfterMs / 2,
        unlessCancelled(() => move(transfer, 'posted')),
      );
      world.later(
        script.settleAfterMs,
        unlessCancelled(() => {
          if (script.result === 'refused') return fail(transfer, 'failed', null);
          if (script.result === 'insufficient_funds') return fail(transfer, 'returned', 'R01');
          finish(transfer);
        }),
      );
    },
    cancel: (transfer) => move(transfer, 'cancelled'),
  };
}

/** False when the account that is debited has too little. */
function moveMoney(world: World, { authorization, amount }: Transfer): boolean {
  const account = authorization.item.accounts.get(authorization.accountId);
  const amountMinor = BigInt(amount.replace('.', ''));
  if (account === undefined) return false;
  if (authorization.type === 'debit') return world.money.withdraw(account.id, amountMinor);
  world.money.deposit(account.id, amountMinor);
  return true;
}
