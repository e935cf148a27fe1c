/** What holds for every decision, on snapshots and requests at random. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../canonical-json.ts';
import { compile } from '../compile.ts';
import type { Decision, DecisionRequest } from '../decision.ts';
import { presentDecision } from '../present-decision.ts';
import type { Fee, Snapshot, SnapshotConnection } from '../snapshot.ts';
import {
  arbitraryBand,
  arbitraryContext,
  arbitraryExactAmount,
  arbitraryInput,
  arbitraryRequest,
  arbitrarySnapshot,
  type DecisionInput,
} from './testing/arbitrary-snapshot.ts';

const RUNS = { numRuns: 400 };

test('every connection is chosen, an alternative or excluded, once', () => {
  fc.assert(
    fc.property(arbitraryInput, (input) => {
      const decision = decide(input);
      const all = input.snapshot.connections.map(({ id }) => id);
      assert.deepEqual(connectionsOf(decision).toSorted(), all.toSorted());
      assert.equal(decision.outcome === 'routed', decision.connection !== undefined);
      assert.deepEqual(
        decision.alternatives.map(({ rank }) => rank),
        decision.alternatives.map((_, at) => at + 1),
      );
    }),
    RUNS,
  );
});

test('a connection that is excluded for itself changes nothing but what is excluded', () => {
  const extra = fc.constantFrom('disabled' as const, 'pending' as const);
  fc.assert(
    fc.property(arbitraryInput, extra, fc.nat(7), (input, status, pick) => {
      const { snapshot } = input;
      const rail = snapshot.rails[pick]?.id ?? '';
      const connection = { ...plainConnection(rail), id: 'con_extra0000', status };
      const more = decide({
        ...input,
        snapshot: { ...snapshot, connections: [...snapshot.connections, connection] },
      });
      const without = more.excluded.filter((one) => one.connection !== connection.id);
      assert.equal(without.length, more.excluded.length - 1);
      const before = decide(input);
      // How many connections there are is all that the reason for no route speaks of.
      const explanation = before.outcome === 'no_route' ? before.explanation : more.explanation;
      assert.equal(bytes({ ...more, excluded: without, explanation }), bytes(before));
    }),
    RUNS,
  );
});

test('a connection like the cheapest one, but cheaper, is the cheapest', () => {
  // Without minimum and maximum, so that one less is really less.
  const priced = arbitrarySnapshot.map((snapshot) => ({
    ...snapshot,
    policy: {
      ...withoutExploration(snapshot).policy,
      rules: [],
      reliability: { ...snapshot.policy.reliability, floorPpm: 0 },
    },
    prices: snapshot.prices.map(({ connection, when, fee }) => ({
      connection,
      when,
      fee: { asset: fee.asset, fixed: String(Number(fee.fixed) + 1), bps: fee.bps },
    })),
  }));
  fc.assert(
    fc.property(priced, arbitraryRequest, arbitraryContext, (snapshot, given, context) => {
      const input = { snapshot, request: { ...given, preference: 'cheapest' as const }, context };
      const before = decide(input);
      fc.pre(before.labels.includes('cheapest'));
      const original = snapshot.connections.filter(({ id }) => id === before.connection);
      const prices = snapshot.prices.filter(({ connection }) => connection === before.connection);
      const id = 'con_twin00000';
      const after = decide({
        ...input,
        snapshot: {
          ...snapshot,
          connections: [...snapshot.connections, ...original.map((one) => ({ ...one, id }))],
          prices: [
            ...snapshot.prices,
            ...prices.map(({ when, fee }) => ({ when, connection: id, fee: cheaper(fee) })),
          ],
        },
      });
      assert.equal(after.connection, id);
      assert.ok(after.labels.includes('cheapest'));
    }),
    RUNS,
  );
});

test('a higher price never improves the rank by cost, and a lower one never harms it', () => {
  fc.assert(
    fc.property(
      arbitrarySnapshot,
      arbitraryRequest,
      arbitraryContext,
      fc.nat(40),
      (given, request, context, more) => {
        const snapshot = { ...withoutExploration(given), contracts: [] };
        const cheapest = { ...request, preference: 'cheapest' as const };
        const before = decide({ snapshot, request: cheapest, context });
        fc.pre(before.approach === 'ranked' && before.alternatives.length > 0);
        const target = before.alternatives[0]?.connection ?? '';
        const prices = snapshot.prices.map((price) =>
          price.connection === target
            ? { ...price, fee: { ...price.fee, fixed: String(Number(price.fee.fixed) + more) } }
            : price,
        );
        const after = decide({ snapshot: { ...snapshot, prices }, request: cheapest, context });
        assert.ok(rankOf(after, target) >= rankOf(before, target));
      },
    ),
    RUNS,
  );
});

test('a band of one point is decided as its exact amount', () => {
  fc.assert(
    fc.property(arbitraryInput, arbitraryExactAmount, ({ snapshot, request, context }, { value, asset }) => {
      const band = { asset, band: { min: value, max: value } };
      assert.equal(
        bytes(decide({ snapshot, context, request: { ...request, amount: band } })),
        bytes(decide({ snapshot, context, request: { ...request, amount: { value, asset } } })),
      );
    }),
    RUNS,
  );
});

test('breakpoints are just where the winner of the exact amounts changes', () => {
  const narrow = arbitraryBand.filter(({ band }) => BigInt(band.max) - BigInt(band.min) <= 300n);
  fc.assert(
    fc.property(arbitraryInput, narrow, ({ snapshot: given, request, context }, amount) => {
      const snapshot = withoutExploration(given);
      const decision = decide({ snapshot, context, request: { ...request, amount } });
      fc.pre(decision.outcome === 'routed' && amount.band.min !== amount.band.max);
      const engine = compile(snapshot);
      const changes: string[] = [];
      let last: string | undefined;
      for (let value = BigInt(amount.band.min); value <= BigInt(amount.band.max); value += 1n) {
        const exact = { value: String(value), asset: amount.asset };
        const { connection } = engine.decide({ ...request, amount: exact }, context);
        if (String(value) !== amount.band.min && connection !== last) changes.push(exact.value);
        last = connection;
      }
      assert.deepEqual(
        decision.breakpoints?.map(({ value }) => value),
        changes,
      );
    }),
    { numRuns: 300 },
  );
});

test('the cost of a band spans the costs of its exact amounts', () => {
  const narrow = arbitraryBand.filter(({ band }) => BigInt(band.max) - BigInt(band.min) <= 200n);
  fc.assert(
    fc.property(arbitraryInput, narrow, ({ snapshot: given, request, context }, amount) => {
      const snapshot = withoutExploration(given);
      const { connection, cost, outcome } = decide({ snapshot, context, request: { ...request, amount } });
      fc.pre(outcome === 'routed' && cost !== undefined && 'min' in cost);
      const engine = compile(snapshot);
      const seen: bigint[] = [];
      for (let value = BigInt(amount.band.min); value <= BigInt(amount.band.max); value += 1n) {
        const exact = { value: String(value), asset: amount.asset };
        const found = costOf(engine.decide({ ...request, amount: exact }, context), connection ?? '');
        // A rule for a part of the band may leave the rail out there; its price is then not told.
        if (found !== undefined) seen.push(BigInt(found));
      }
      const [min, max] = [BigInt(cost.min.value), BigInt(cost.max.value)];
      assert.ok(seen.every((value) => value >= min && value <= max));
      if (seen.length === Number(BigInt(amount.band.max) - BigInt(amount.band.min)) + 1) {
        assert.ok(seen.includes(min) && seen.includes(max));
      }
    }),
    { numRuns: 200 },
  );
});

test('the order of lists in the snapshot changes nothing', () => {
  fc.assert(
    fc.property(arbitraryInput, ({ snapshot, request, context }) => {
      const turned: Snapshot = {
        ...snapshot,
        connections: snapshot.connections.toReversed(),
        rails: snapshot.rails.toReversed(),
        coverage: snapshot.coverage.toReversed(),
        // Prices of one connection are tried in their order; those of different ones may stand as they like.
        prices: snapshot.prices.toSorted((a, b) =>
          a.connection < b.connection ? 1 : a.connection > b.connection ? -1 : 0,
        ),
        contracts: snapshot.contracts.toReversed(),
        reliability: snapshot.reliability.toReversed(),
        latency: snapshot.latency.toReversed(),
        fx: snapshot.fx.toReversed(),
      };
      assert.equal(
        bytes(decide({ snapshot: turned, request, context })),
        bytes(decide({ snapshot, request, context })),
      );
    }),
    RUNS,
  );
});

test('a warm engine and a cold one give the same bytes, however alike the requests are', () => {
  const twoRequests = fc.tuple(arbitraryRequest, arbitraryRequest, arbitraryContext, arbitraryContext);
  fc.assert(
    fc.property(arbitrarySnapshot, twoRequests, (snapshot, [one, other, context, later]) => {
      const warm = compile(snapshot);
      for (const request of between(one, other)) {
        for (const at of [context, later]) {
          assert.equal(bytes(warm.decide(request, at)), bytes(compile(snapshot).decide(request, at)));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('the ranking is the same whoever else is in the running', () => {
  fc.assert(
    fc.property(arbitraryInput, (given) => {
      // Recommended weighs an unknown speed by the slowest known one, which may be the one that leaves.
      const preference = given.request.preference === 'fastest' ? 'fastest' : 'cheapest';
      const input = {
        ...given,
        snapshot: withoutExploration(given.snapshot),
        request: { ...given.request, preference } as const,
      };
      const before = decide(input);
      fc.pre(before.approach === 'ranked' && before.alternatives.length > 1);
      const gone = before.alternatives.at(-1)?.connection;
      const connections = input.snapshot.connections.filter(({ id }) => id !== gone);
      const after = decide({ ...input, snapshot: { ...input.snapshot, connections } });
      assert.deepEqual(rankedOf(after), rankedOf(before).slice(0, -1));
    }),
    RUNS,
  );
});

function decide({ snapshot, request, context }: DecisionInput): Decision {
  return compile(snapshot).decide(request, context);
}

function bytes(decision: Decision): string {
  return canonicalJson(JSON.parse(JSON.stringify(presentDecision(decision))));
}

/** The first request, and then that request with one thing of the other at a time. */
function between(one: DecisionRequest, other: DecisionRequest): readonly DecisionRequest[] {
  const { payer, payee = { country: 'DE' }, constraints } = one;
  const alike = { ...one, payee };
  const sides = PARTY_FIELDS.flatMap((field): readonly DecisionRequest[] => [
    { ...alike, payer: { ...payer, [field]: other.payer[field] } },
    { ...alike, payee: { ...payee, [field]: other.payee?.[field] } },
  ]);
  const narrowed = CONSTRAINT_FIELDS.map(
    (field): DecisionRequest => ({
      ...alike,
      constraints: { ...constraints, [field]: other.constraints?.[field] },
    }),
  );
  const { amount = { value: '700', asset: 'iso4217:GBP' } } = other;
  return [
    one,
    alike,
    ...sides,
    ...narrowed,
    { ...alike, operation: other.operation },
    { ...alike, amount },
    { ...alike, preference: other.preference ?? 'fastest' },
  ];
}

const PARTY_FIELDS = ['country', 'institution', 'scheme', 'linkedRails'] as const;
const CONSTRAINT_FIELDS = ['excludeRails', 'custodyAdmitted'] as const;

function rankedOf({ connection = '', alternatives }: Decision): readonly string[] {
  return [connection, ...alternatives.map((one) => one.connection)];
}

function connectionsOf(decision: Decision): readonly string[] {
  const ranked = decision.connection === undefined ? [] : rankedOf(decision);
  return [...ranked, ...decision.excluded.map((one) => one.connection)];
}

function rankOf(decision: Decision, connection: string): number {
  return rankedOf(decision).indexOf(connection);
}

function costOf(decision: Decision, connection: string): string | undefined {
  const cost =
    decision.connection === connection
      ? decision.cost
      : decision.alternatives.find((one) => one.connection === connection)?.cost;
  return cost !== undefined && 'value' in cost ? cost.value : undefined;
}

function withoutExploration(snapshot: Snapshot): Snapshot {
  return { ...snapshot, policy: { ...snapshot.policy, exploration: { ratePpm: 0, amountMax: '0' } } };
}

function plainConnection(rail: string): SnapshotConnection {
  return {
    id: '',
    rail,
    label: '',
    mode: 'decide',
    status: 'ready',
    roles: [],
    countries: [],
    operations: [],
    limits: [],
  };
}

function cheaper(fee: Fee): Fee {
  return { ...fee, fixed: String(Number(fee.fixed) - 1) };
}
