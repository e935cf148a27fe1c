import type { Custody } from '@switchyard/engine';
import type { Payment, PaymentLeg } from './payment.ts';

export interface MoneyPosition {
  /** `payer`, `payee`, or the rail that has it. */
  readonly holder: string;
  readonly custody: Custody;
  readonly asset: string;
  readonly value: string;
}

/**
 * Where the money is right now, as far as anybody knows: before the first leg of the route that has not brought it on, or
 * whose money has come back. A leg that is being undone has brought it on until it is undone.
 */
export function moneyPosition({ legs, send }: Payment): readonly MoneyPosition[] {
  const route = legs.filter(({ compensationOf }) => compensationOf === undefined);
  const undone = new Set(legs.map(({ compensationOf }) => compensationOf));
  // A return goes to the payer at once, over however many balances the money had come.
  const back = legs.find(
    ({ compensationOf, status }) => compensationOf !== undefined && status === 'settled',
  );
  if (back !== undefined) return [{ holder: 'payer', custody: 'payer-own-account', ...back.receive }];
  // In review after a return that failed, it has been brought on too.
  const at = route.findIndex(
    ({ id, status }) =>
      status !== 'settled' && status !== 'returning' && !(status === 'review' && undone.has(id)),
  );
  const [before, next] = [at < 0 ? route.at(-1) : route[at - 1], route[at]];
  if (before === undefined) return [{ holder: 'payer', custody: 'payer-own-account', ...send }];
  return [
    next === undefined ? arrived(before) : { holder: next.rail, custody: next.custody, ...before.receive },
  ];
}

function arrived(last: PaymentLeg): MoneyPosition {
  return { holder: 'payee', custody: 'none', ...last.receive };
}
