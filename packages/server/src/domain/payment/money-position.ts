import type { Custody } from '@switchyard/engine';
import type { Payment, PaymentLeg } from './payment.ts';

export interface MoneyPosition {
  /** `payer`, `payee`, or the rail that has it. */
  readonly holder: string;
  readonly custody: Custody;
  readonly asset: string;
  readonly value: string;
}

/** Where the money is right now, as far as anybody knows: with the payer until the first leg has settled, then on. */
export function moneyPosition({ legs, send }: Payment): readonly MoneyPosition[] {
  const returned = legs.some(
    ({ status, compensationOf }) => compensationOf !== undefined && status === 'settled',
  );
  // Money that is being brought back is still where it was.
  const settled = legs.filter(
    ({ status, compensationOf }) =>
      (status === 'settled' || status === 'returning') && compensationOf === undefined,
  );
  const last = settled.at(-1);
  const isBack = returned || legs.some(({ status }) => status === 'returned');
  if (last === undefined || isBack) return [{ holder: 'payer', custody: 'payer-own-account', ...send }];
  const next = legs.find(
    ({ sequence, compensationOf }) => compensationOf === undefined && sequence === last.sequence + 1,
  );
  return [next === undefined ? arrived(last) : { holder: next.rail, custody: next.custody, ...last.receive }];
}

function arrived(last: PaymentLeg): MoneyPosition {
  return { holder: 'payee', custody: 'none', ...last.receive };
}
