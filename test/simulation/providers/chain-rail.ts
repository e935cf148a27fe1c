import { type Absent, type PaymentStep, type Rail, rejected, unknownOutcome } from '@switchyard/rail-kit';
import type { Process } from '../process.ts';
import { exchange } from './exchange.ts';
import type { Providers } from './providers.ts';

interface Memo {
  readonly hash: string;
  readonly number: number;
  readonly [key: string]: string | number;
}

export function openChain(providers: Providers, process: Process): Rail {
  const { chain } = providers;
  const ask = <T>(name: string, movesMoney: boolean, effect: () => T) =>
    exchange(providers, process, { name: `chain ${name}`, movesMoney }, effect);
  const look = (memo: Memo): PaymentStep | Absent => {
    const { hash } = memo;
    if (chain.mined.some((signed) => signed.hash === hash))
      return { kind: 'done', result: { ref: hash, providerStatus: 'mined', memo } };
    return chain.pool.get(memo.number)?.hash === hash
      ? { kind: 'processing', memo, ref: hash, pollAfterMs: 1_000, providerStatus: 'pending' }
      : { kind: 'absent' };
  };
  return {
    payment: {
      facts: {
        schemes: ['evm-erc20'],
        idempotencyRetentionMs: Number.MAX_SAFE_INTEGER,
        absenceHorizonMs: undefined,
        settledStatuses: ['mined'],
        finality: 'confirmations',
        movesMoneyOn: 'start',
        reference: { max: 0, pattern: /^$/ },
      },
      start: (order) =>
        ask('start', true, (): PaymentStep => {
          const { key, amount, payee, reference = '' } = order;
          const memo = memoOf(order.prepared);
          if (memo === undefined) return rejected();
          providers.onMoneyCall('chain', 'start', key);
          const verdict = chain.broadcast({ ...memo, key, amount, payee: payee.payto, reference });
          const step = verdict === 'number_used' ? unknownOutcome() : look(memo);
          return step.kind === 'absent' ? unknownOutcome() : step;
        }),
      resume: async () => unknownOutcome(),
      query: ({ memo, order }) =>
        ask('query', false, (): PaymentStep | Absent => {
          const prepared = memoOf(memo ?? order.prepared);
          return prepared === undefined ? { kind: 'absent' } : look(prepared);
        }),
      sequenced: {
        reserve: () =>
          ask('reserve', false, () => ({
            kind: 'done' as const,
            result: { sequence: chain.nextNumber(), terms: {} },
          })),
        prepare: async ({ order, sequence }) => {
          const hash = `0x${order.key.slice(0, 8)}-${sequence}`;
          return { memo: { hash, number: sequence }, ref: hash };
        },
      },
    },
  };
}

function memoOf(memo: unknown): Memo | undefined {
  // Only `prepare` above makes them.
  return memo === undefined || memo === null ? undefined : (memo as Memo);
}
