/** For any quote that can be had: its payment moves exactly the minor units that were quoted, leg by leg, and no other digest pays it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, type PresentedRouteTerms, presentRoutes, quoteDigest } from '@switchyard/engine';
import fc from 'fast-check';
import {
  answersTo,
  arbitraryRouteInput,
  type RouteInput,
} from '../../packages/engine/src/routes/testing/arbitrary-routes.ts';
import { checkQuote } from '../../packages/server/src/domain/payment/check-quote.ts';
import { legsOfQuote } from '../../packages/server/src/domain/payment/legs-of-quote.ts';
import { moneyPosition } from '../../packages/server/src/domain/payment/money-position.ts';
import { moveLeg } from '../../packages/server/src/domain/payment/move.ts';
import { type LegFacts, nextDeed } from '../../packages/server/src/domain/payment/next-deed.ts';
import type { Payment } from '../../packages/server/src/domain/payment/payment.ts';
import { takeAnswer } from '../../packages/server/src/domain/payment/take-answer.ts';
import { samplePayment } from '../../packages/server/src/testing/sample-payment.ts';

const RUNS = { numRuns: 200 };
const FACTS: LegFacts = {
  idempotencyRetentionMs: undefined,
  absenceHorizonMs: undefined,
  movesMoneyOn: 'start',
  canCancel: false,
  aheadMs: 0,
};

test('paying and settling moves exactly the quoted minor units', () => {
  const met = new Set<number>();
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const quote of quotesOf(input)) {
        const places = createPlaces();
        let payment = begun(quote, input.nowMs);
        assert.deepEqual(moneyPosition(payment), [
          { holder: 'payer', custody: 'payer-own-account', ...quote.send },
        ]);
        for (let settled = 1; settled <= quote.legs.length; settled += 1) {
          const deed = nextDeed(payment, () => FACTS, input.nowMs);
          assert.ok(deed.kind === 'start', deed.kind);
          const { leg } = deed;
          // What a rail is ordered to bring is what it has been given, less what the quote says it keeps.
          places.move(leg.sequence - 1, leg.send, -1n);
          places.move(leg.sequence, leg.receive, 1n);
          payment = settle(payment, leg.id, input.nowMs);
          const [position] = moneyPosition(payment);
          assert.deepEqual({ value: position?.value, asset: position?.asset }, leg.receive);
        }
        assert.equal(payment.status, 'succeeded');
        assert.deepEqual(moneyPosition(payment), [{ holder: 'payee', custody: 'none', ...quote.receive }]);
        const end = quote.legs.length;
        assert.deepEqual(places.all(), [
          [0, quote.send.asset, -BigInt(quote.send.value)],
          [end, quote.receive.asset, BigInt(quote.receive.value)],
        ]);
        met.add(end);
      }
    }),
    RUNS,
  );
  assert.ok(met.has(1) && met.has(2) && met.has(3), [...met].join());
});

test('a digest that differs by a character pays nothing', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, fc.nat(63), (input, at) => {
      for (const terms of quotesOf(input)) {
        const digest = quoteDigest(terms);
        const place = 'sha256:'.length + at;
        const other = `${digest.slice(0, place)}${digest[place] === '0' ? '1' : '0'}${digest.slice(place + 1)}`;
        assert.deepEqual(codeOf(input, terms, digest), undefined);
        assert.deepEqual(codeOf(input, terms, other), 'quote_changed');
      }
    }),
    RUNS,
  );
});

function quotesOf({ snapshot, request, nowMs, providers }: RouteInput): readonly PresentedRouteTerms[] {
  const { findRoutes } = compile(snapshot);
  const { wanted } = findRoutes(request, { nowMs });
  const fxQuotes = answersTo(wanted, { providers, nowMs });
  return presentRoutes(findRoutes({ ...request, fxQuotes }, { nowMs })).quotes;
}

function begun(quote: PresentedRouteTerms, nowMs: number): Payment {
  let made = 0;
  const newLeg = () => {
    made += 1;
    return { id: `leg_${made}`, key: `key ${made}`, state: `state ${made}` };
  };
  const legs = legsOfQuote({ quote: asStored(quote), holds: {} }, newLeg, new Date(nowMs));
  // Rates that lapse are a matter of their own: here nobody is late.
  const held = legs.map(({ work: { lockedUntilMs: _, ...work }, ...leg }) => ({ ...leg, work }));
  return samplePayment(held, { send: quote.send, receive: quote.receive });
}

function settle(payment: Payment, legId: string, nowMs: number): Payment {
  const at = new Date(nowMs);
  const leg = payment.legs.find(({ id }) => id === legId);
  assert.ok(leg !== undefined);
  const done = { kind: 'done', result: { ref: 'r', providerStatus: 'settled', memo: {} } } as const;
  const begin = moveLeg(payment, legId, { to: leg.requiresAction ? 'requires_action' : 'submitting' }, at);
  return moveLeg(begin.payment, legId, takeAnswer(leg, 'start', done, FACTS, nowMs), at).payment;
}

function codeOf({ nowMs }: RouteInput, terms: PresentedRouteTerms, digest: string): string | undefined {
  const checked = checkQuote({
    quote: { ...asStored(terms), digest: quoteDigest(terms) },
    digest,
    reference: undefined,
    usedBy: undefined,
    standing: { is: 'held' },
    nowMs: Math.min(nowMs, Date.parse(terms.expiresAt) - 1),
  });
  return checked.ok ? undefined : checked.error.code;
}

type StoredTerms = Parameters<typeof checkQuote>[0]['quote'];

function asStored(terms: PresentedRouteTerms): StoredTerms {
  return {
    ...terms,
    id: 'qt_1',
    object: 'route_quote',
    digest: '',
    createdAt: terms.expiresAt,
  } as unknown as StoredTerms;
}

/** What every place has more or less than before: the payer first, then where each leg leads. */
function createPlaces() {
  const held = new Map<string, bigint>();
  return {
    move(place: number, { value, asset }: { readonly value: string; readonly asset: string }, sign: bigint) {
      const key = `${place} ${asset}`;
      held.set(key, (held.get(key) ?? 0n) + sign * BigInt(value));
    },
    all: () =>
      [...held]
        .filter(([, value]) => value !== 0n)
        .map(([key, value]) => {
          const [place = '', asset = ''] = key.split(' ');
          return [Number(place), asset, value] as const;
        })
        .toSorted(([a], [b]) => a - b),
  };
}
