/**
 * A credit transfer at a simulated bank, in ISO 20022's words: received, approved by the payer or not, then in process,
 * then at an end. Every end is an end; what comes after `final` changes nothing.
 *
 * Approval's limit, the settlement and the return of the money are scheduled, so they happen after a restart too.
 */
import type { Table } from '../../state/table.ts';
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
  readonly id: string;
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

/** A transfer as it is kept. */
interface TransferRecord {
  readonly id: string;
  readonly order: TransferOrder;
  readonly script: PaymentScript;
  readonly settledAs: 'ACSC' | 'ACSP';
  status: TransferStatus;
  reason: RejectionReason | undefined;
  isFinal: boolean;
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
  const record: TransferRecord = {
    id: world.uuid(),
    order,
    script: world.scriptFor({ bank: bank.id, payeeName: creditorName, reference }),
    settledAs,
    status: 'RCVD',
    reason: undefined,
    isFinal: false,
  };
  transfersIn(world).set(record.id, record);
  moveTransfers(world);
  world.schedule(EXPIRE, APPROVAL_WITHIN_MS, record.id);
  return handleOf(world, record);
}

/** Good for the request at hand, like whatever is taken out of a table. */
export function findTransfer(world: World, id: string): Transfer | undefined {
  const record = transfersIn(world).get(id);
  return record === undefined ? undefined : handleOf(world, record);
}

/** Does what is scheduled for transfers. Every provider with transfers calls it when it is created; once is enough. */
export function moveTransfers(world: World): void {
  const on = (name: string, work: (record: TransferRecord) => void) =>
    world.onDue(name, (id) => {
      const record = transfersIn(world).get(id);
      if (record !== undefined) work(record);
    });
  on(EXPIRE, (record) => {
    if (record.status === 'RCVD') end(record, 'RJCT', 'TM01');
  });
  on(EXECUTE, (record) => execute(world, record));
  on(RETURN, ({ order }) => {
    const account = world.banks.accountByNumber(order.debtorIban);
    if (account !== undefined) world.money.deposit(account.id, order.amountMinor);
  });
}

const EXPIRE = 'xs2a/expire';
const EXECUTE = 'xs2a/execute';
const RETURN = 'xs2a/return';

function transfersIn(world: World): Table<TransferRecord> {
  return world.table('xs2a/transfers');
}

function handleOf(world: World, record: TransferRecord): Transfer {
  return {
    id: record.id,
    order: record.order,
    script: record.script,
    status: () => record.status,
    reason: () => record.reason,
    isFinal: () => record.isFinal,
    approve() {
      if (record.status !== 'RCVD') return;
      record.status = record.settledAs === 'ACSP' ? 'ACTC' : 'ACSP';
      world.schedule(EXECUTE, record.script.settleAfterMs, record.id);
    },
    decline() {
      if (record.status === 'RCVD') end(record, 'RJCT', 'DS02');
    },
    cancel() {
      if (record.status !== 'RCVD') return false;
      end(record, 'CANC');
      return true;
    },
  };
}

function end(record: TransferRecord, as: TransferStatus, because?: RejectionReason): void {
  if (record.isFinal) return;
  record.status = as;
  record.reason = because;
  record.isFinal = true;
}

function execute(world: World, record: TransferRecord): void {
  const { order, script } = record;
  if (record.isFinal) return;
  const account = world.banks.accountByNumber(order.debtorIban);
  const refusal = account?.bank === order.bank.id ? REFUSALS[script.result] : 'AC01';
  if (refusal !== undefined) end(record, 'RJCT', refusal);
  else if (account !== undefined && script.result !== 'stuck') move(world, record, account);
}

function move(world: World, record: TransferRecord, account: BankAccount): void {
  const { amountMinor, currency, creditorIban, reference } = record.order;
  if (!world.money.withdraw(account.id, amountMinor)) {
    end(record, 'RJCT', 'AM04');
    return;
  }
  end(record, record.settledAs);
  if (record.script.result === 'returned') {
    // A return is a new transfer in the other direction: what was settled stays settled.
    world.schedule(RETURN, RETURN_AFTER_MS, record.id);
  } else {
    const credit = { amountMinor, currency, reference: reference ?? '', payerName: account.holderName };
    world.money.payTo(creditorIban, credit);
  }
}
