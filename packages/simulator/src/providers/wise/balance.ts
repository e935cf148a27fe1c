/** Money comes to a balance and leaves it here and nowhere else, with a line on its statement each time. */
import type { Balance, State, StatementLine } from './state.ts';

export function creditBalance(
  state: State,
  balance: Balance,
  amountMinor: bigint,
  line: Pick<StatementLine, 'referenceNumber' | 'details'>,
): void {
  balance.amountMinor += amountMinor;
  addLine(state, {
    ...line,
    currency: balance.currency,
    type: 'CREDIT',
    atMs: state.world.now(),
    amountMinor,
    feeMinor: 0n,
    balanceMinor: balance.amountMinor,
  });
}

/** False, and nothing moved, when there is too little. */
export function debitBalance(
  state: State,
  balance: Balance,
  amountMinor: bigint,
  line: Pick<StatementLine, 'referenceNumber' | 'details' | 'feeMinor'>,
): boolean {
  if (balance.amountMinor < amountMinor) return false;
  balance.amountMinor -= amountMinor;
  addLine(state, {
    ...line,
    currency: balance.currency,
    type: 'DEBIT',
    atMs: state.world.now(),
    amountMinor: -amountMinor,
    balanceMinor: balance.amountMinor,
  });
  return true;
}

function addLine({ lines }: State, line: StatementLine): void {
  lines.set(String(lines.size + 1), line);
}
