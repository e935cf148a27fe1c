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
    const id = state.transferEvents.size + 1;
    state.transferEvents.set(String(id), {
      id,
      atMs: world.now(),
      type: status,
      transferId: transfer.id,
    });
    webhooks.send({
      url: state.dashboard.get('webhookUrl'),
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
    if (script.result === 'refused') {
      fail(transfer, 'failed', null);
      return;
    }
    if (script.result === 'insufficient_funds' || !moveMoney(world, transfer)) {
      fail(transfer, 'returned', 'R01');
      return;
    }
    move(transfer, 'settled');
    if (authorization.type === 'debit') move(transfer, 'funds_available');
    if (script.result === 'returned') world.schedule(RETURN, RETURN_AFTER_MS, transfer.id);
  }

  // A transfer goes on by itself, so its steps are scheduled; each happens only from the step before it.
  const on = (name: string, from: readonly string[], work: (transfer: Transfer) => void) =>
    world.onDue(name, (id) => {
      const transfer = state.transfers.get(id);
      if (transfer !== undefined && from.includes(transfer.status)) work(transfer);
    });
  on(POST, ['pending'], (transfer) => move(transfer, 'posted'));
  on(FINISH, ['posted'], finish);
  on(RETURN, ['settled', 'funds_available'], (transfer) => fail(transfer, 'returned', 'R10'));

  return {
    begin(transfer) {
      move(transfer, 'pending');
      const { script, id } = transfer;
      if (script.result === 'stuck') return;
      world.schedule(POST, script.settleAfterMs / 2, id);
      world.schedule(FINISH, script.settleAfterMs, id);
    },
    cancel: (transfer) => move(transfer, 'cancelled'),
  };
}

const POST = 'plaid/post';
const FINISH = 'plaid/finish';
const RETURN = 'plaid/return';

/** False when the account that is debited has too little. */
function moveMoney(world: World, { authorization, amount }: Transfer): boolean {
  const { account } = authorization;
  const amountMinor = BigInt(amount.replace('.', ''));
  if (authorization.type === 'debit') return world.money.withdraw(account.id, amountMinor);
  world.money.deposit(account.id, amountMinor);
  return true;
}
