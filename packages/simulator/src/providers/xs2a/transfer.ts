/**
 * A credit transfer at a simulated bank, in ISO 20022's words: received, approved by the payer or not, then in process,
 * then at an end. Every end is an end; what comes after `final` changes nothing.
 */
import type { Bank, BankAccount } from '../../world/bank.ts';
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';

export type TransferStatus = 'RCVD' | 'ACTC' | 'ACSP' | 'ACSC' | 'RJCT' | 'CANC';

/** ISO 20022 reasons, for a rejection. */
export type RejectionReason = 'AC01' | 'AM04' | 'DS02' | 'MS03' | 'TM01';

export interface TransferOrder {
  readonly bank: Bank;
  readonly debtorIban: string;
  readonly creditorIban: string;
  readonly creditorName: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference: string | undefined;
  readonly endToEndId: string | undefined;
}

export interface Transfer {
  readonly order: TransferOrder;
  readonly script: PaymentScript;
  status(): TransferStatus;
  reason(): RejectionReason | undefined;
  isFinal(): boolean;
  /** The payer agrees. Only a transfer that was just received can be approved. */
  approve(): void;
  decline(): void;
  /** False when it is too late. */
  cancel(): boolean;
}

/** How long a bank waits for its customer. */
const APPROVAL_WITHIN_MS = 15 * 60_000;

const REFUSALS: Readonly<Partial<Record<PaymentScript['result'], RejectionReason>>> = {
  refused: 'MS03',
  insufficient_funds: 'AM04',
};

/** `settledAs`: some banks leave a successful transfer in process and never say that it is done. */
export function createTransfer(
  world: World,
  order: TransferOrder,
  settledAs: 'ACSC' | 'ACSP' = 'ACSC',
): Transfer {
  const { bank, creditorName, reference } = order;
  const script = world.scriptFor({ bank: bank.id, payeeName: creditorName, reference });
  let status: TransferStatus = 'RCVD';
  let reason: RejectionReason | undefined;
  let isFinal = false;

  function end(as: TransferStatus, because?: RejectionReason): void {
    if (isFinal) return;
    status = as;
    reason = because;
    isFinal = true;
  }

  function execute(): void {
    const account = world.banks.accountByNumber(order.debtorIban);
    const refusal = account?.bank === bank.id ? REFUSALS[script.result] : 'AC01';
    if (refusal !== undefined) end('RJCT', refusal);
    else if (account !== undefined && script.result !== 'stuck') move(account);
  }

  function move(account: BankAccount): void {
    const { amountMinor, currency, creditorIban } = order;
    if (!world.money.withdraw(account.id, amountMinor)) {
      end('RJCT', 'AM04');
      return;
    }
    end(settledAs);
    if (script.result === 'returned') {
      // A return is a new transfer in the other direction: what was settled stays settled.
      world.later(RETURN_AFTER_MS, () => world.money.deposit(account.id, amountMinor));
    } else {
      const credit = { amountMinor, currency, reference: reference ?? '', payerName: account.holderName };
      world.money.payTo(creditorIban, credit);
    }
  }

  world.later(APPROVAL_WITHIN_MS, () => {
    if (status === 'RCVD') end('RJCT', 'TM01');
  });

  return {
    order,
    script,
    status: () => status,
    reason: () => reason,
    isFinal: () => isFinal,
    approve() {
      if (status !== 'RCVD') return;
      status = settledAs === 'ACSP' ? 'ACTC' : 'ACSP';
      world.later(script.settleAfterMs, execute);
    },
    decline() {
      if (status === 'RCVD') end('RJCT', 'DS02');
    },
    cancel() {
      if (status !== 'RCVD') return false;
      end('CANC');
      return true;
    },
  };
}
