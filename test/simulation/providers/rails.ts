/**
 * Rails of the simulation, one of each character: `redirect` is idempotent and moves money when its user approves; `two-step`
 * moves it when the user is back; `plain` knows no idempotency and no search, as many banks; `searchable` finds what it has
 * by our key but makes it twice when told twice; `transit` and its like collect, convert and pay out, also to each
 * other; `chain` numbers its own operations.
 */
import {
  type Absent,
  type PaymentStep,
  type Rail,
  type RailModule,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import type { Process } from '../process.ts';
import { BALANCE_RAILS, isBalanceRail } from './balances.ts';
import { openChain } from './chain-rail.ts';
import { ABSENCE_HORIZON_MS, exchange } from './exchange.ts';
import type { Providers } from './providers.ts';
import { RETENTION_MS } from './providers.ts';
import { standing, webhookOf } from './standing.ts';
import { openTransit } from './transit-rail.ts';

export const RAILS = ['redirect', 'two-step', 'plain', 'searchable', 'chain', ...BALANCE_RAILS] as const;
export type SimulatedRail = (typeof RAILS)[number];

const NO_CREDENTIALS = z.object({});

/** The providers as one process reaches them. */
export function railsOf(providers: Providers, process: Process): RailModule {
  return {
    rails: RAILS,
    credentials: NO_CREDENTIALS,
    secretKeys: [],
    open({ rail }): Rail {
      if (isBalanceRail(rail)) return openTransit(providers, process, rail);
      return rail === 'chain' ? openChain(providers, process) : openBank(providers, process, rail);
    },
  };
}

const FACTS = {
  schemes: ['sepa-sct-inst'],
  settledStatuses: ['settled'],
  finality: 'accepted',
  reference: { max: 140, pattern: /^[\w ]*$/ },
} as const;

function openBank(providers: Providers, process: Process, rail: string): Rail {
  const { world, ledger } = providers;
  const isIdempotent = rail === 'redirect' || rail === 'two-step';
  const canSearch = rail !== 'plain';
  const isTwoStep = rail === 'two-step';
  const known = (key: string) =>
    isIdempotent
      ? ledger.ofKey(rail, key).find(({ createdMs }) => world.nowMs() - createdMs < RETENTION_MS)
      : undefined;
  const ofMemo = (memo: unknown) => ledger.find(String((memo as { ref?: unknown } | null)?.ref));
  return {
    payment: {
      facts: {
        ...FACTS,
        idempotencyRetentionMs: isIdempotent ? RETENTION_MS : undefined,
        absenceHorizonMs: canSearch ? ABSENCE_HORIZON_MS : undefined,
        movesMoneyOn: isTwoStep ? 'resume' : 'start',
      },
      start: ({ key, amount, payee, reference, state }) =>
        exchange(providers, process, { name: `${rail} start`, movesMoney: true, key }, () => {
          providers.onMoneyCall(rail, 'start', key);
          const status = 'awaiting_user';
          const made =
            known(key) ??
            ledger.create({
              rail,
              key,
              amount,
              payee: payee.payto,
              reference,
              status,
              state,
              rate: undefined,
            });
          return standing(made);
        }),
      resume: ({ order, memo }) =>
        exchange(providers, process, { name: `${rail} resume`, movesMoney: true }, () => {
          providers.onMoneyCall(rail, 'resume', order.key);
          const payment = ofMemo(memo);
          if (payment === undefined) return unknownOutcome();
          if (payment.status === 'approved') ledger.execute(payment);
          return standing(payment);
        }),
      query: ({ order, memo }) =>
        exchange(
          providers,
          process,
          { name: `${rail} query`, movesMoney: false },
          (): PaymentStep | Absent => {
            if (memo === undefined && !canSearch) return unknownOutcome();
            const payment = memo === undefined ? ledger.ofKey(rail, order.key)[0] : ofMemo(memo);
            return payment === undefined ? { kind: 'absent' } : standing(payment);
          },
        ),
      ...(rail === 'redirect'
        ? {
            cancel: ({ order, memo }) =>
              exchange(providers, process, { name: `${rail} cancel`, movesMoney: false }, () => {
                providers.onMoneyCall(rail, 'cancel', order.key);
                const payment = ofMemo(memo);
                if (payment === undefined) return unknownOutcome();
                if (payment.status === 'awaiting_user') ledger.refuse(payment, 'cancelled');
                return standing(payment);
              }),
          }
        : {}),
    },
    webhook: webhookOf(),
  };
}
