import { type Absent, type PaymentStep, type Rail, unknownOutcome } from '@switchyard/rail-kit';
import type { Process } from '../process.ts';
import { BALANCES, type BalanceRail, creditReference } from './balances.ts';
import { ABSENCE_HORIZON_MS, exchange } from './exchange.ts';
import { type Providers, RETENTION_MS } from './providers.ts';
import { holdOf, quoteRate } from './rates.ts';
import { standing, webhookOf } from './standing.ts';

const ASSETS = ['iso4217:EUR', 'iso4217:GBP'];

export function openTransit(providers: Providers, process: Process, rail: BalanceRail): Rail {
  const { world, ledger } = providers;
  const ask = <T>(name: string, movesMoney: boolean, effect: () => T, key?: string) =>
    exchange(
      providers,
      process,
      { name: `${rail} ${name}`, movesMoney, ...(key === undefined ? {} : { key }) },
      effect,
    );
  return {
    payout: {
      facts: {
        schemes: ['sepa-sct-inst'],
        idempotencyRetentionMs: RETENTION_MS,
        absenceHorizonMs: ABSENCE_HORIZON_MS,
        settledStatuses: ['settled'],
        finality: 'accepted',
        movesMoneyOn: 'start',
        reference: { max: 140, pattern: /^[\w ]*$/ },
      },
      assets: ASSETS,
      start: ({ key, amount, payee, reference, quote }) => {
        const hold = holdOf(quote);
        providers.onRateUsed(process, hold);
        return ask(
          'payout',
          true,
          (): PaymentStep => {
            providers.onMoneyCall(rail, 'start', key);
            const known = ledger
              .ofKey(rail, key)
              .find(({ createdMs }) => world.nowMs() - createdMs < RETENTION_MS);
            // A second one while the first is being made: what many providers answer, and it means nothing.
            if (known !== undefined && world.random.chance(0.2)) return unknownOutcome({ httpStatus: 409 });
            if (known === undefined && hold !== undefined && hold.untilMs < world.nowMs())
              return { kind: 'refused', code: 'provider_rejected' };
            const made = known ?? {
              rail,
              key,
              amount,
              payee: payee.payto,
              reference,
              state: '',
              rate: hold,
              status: 'executing' as const,
            };
            return standing('ref' in made ? made : ledger.create(made));
          },
          key,
        );
      },
      query: ({ order, memo }) =>
        ask('query', false, (): PaymentStep | Absent => {
          const ref = (memo as { readonly ref?: string } | null | undefined)?.ref;
          const payment = ref === undefined ? ledger.ofKey(rail, order.key)[0] : ledger.find(ref);
          return payment === undefined ? { kind: 'absent' } : standing(payment);
        }),
    },
    fx: {
      assets: ASSETS,
      quote: (request) => ask('rate', false, () => quoteRate(world, request)),
    },
    transit: {
      assets: ASSETS,
      schemes: ['sepa-sct-inst'],
      collectTo: ({ key }) =>
        ask('collect', false, () => ({
          kind: 'done' as const,
          result: {
            payee: { payto: BALANCES[rail], holderName: 'Transit' },
            reference: creditReference(key),
          },
        })),
      credits: ({ asset, reference, sinceMs }) =>
        ask('credits', false, () => ({
          kind: 'done' as const,
          result: ledger.credits
            .filter((credit) => credit.rail === rail && credit.reference === reference)
            .filter(({ amount }) => amount.asset === asset)
            .filter(({ atMs }) => atMs >= sinceMs - DAY_MS)
            .map(({ amount, atMs }, at) => ({
              id: `${reference}-${at}`,
              amount,
              reference,
              creditedAtMs: atMs,
            })),
        })),
    },
    webhook: webhookOf(),
  };
}

const DAY_MS = 24 * 60 * 60_000;
