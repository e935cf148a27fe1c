import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../compile.ts';
import type { DecisionRequest } from '../decision.ts';
import { presentDecision } from '../present-decision.ts';
import type { Snapshot } from '../snapshot.ts';
import { arbitraryInput } from './testing/arbitrary-snapshot.ts';
import { EUR, NOW_MS, samplePolicy, sampleRails, sampleSnapshot } from './testing/sample-snapshot.ts';

const REQUEST: DecisionRequest = {
  operation: 'banking.pis.single',
  amount: { value: '1000', asset: EUR },
  payer: { country: 'DE' },
};
const CONTEXT = { nowMs: NOW_MS, id: 'dec_00000001' };

test('a decision lives for a minute', () => {
  const { expiresAt } = compile(sampleSnapshot(sampleRails({ alder: 1 }))).decide(REQUEST, {
    ...CONTEXT,
    nowMs: NOW_MS + 7,
  });
  assert.equal(expiresAt, new Date(NOW_MS + 60_007).toISOString());
});

test('the preference is the request’s, else the policy’s', () => {
  const engine = compile(sampleSnapshot({ policy: samplePolicy({ preference: 'fastest' }) }));
  assert.equal(engine.decide(REQUEST, CONTEXT).preference, 'fastest');
  assert.equal(engine.decide({ ...REQUEST, preference: 'recommended' }, CONTEXT).preference, 'recommended');
});

test('within a second nothing changes but when the decision expires', () => {
  const halfLifeMs = 1_000;
  const snapshot = sampleSnapshot({
    ...sampleRails({ alder: 1, birch: 2 }),
    policy: samplePolicy({ reliability: { floorPpm: 0, priorPpm: 500_000, priorStrength: 1, halfLifeMs } }),
    reliability: [
      {
        rail: 'alder',
        operation: 'banking.pis.single',
        successMicro: 9e6,
        failureMicro: 0,
        samples: 9,
        asOfMs: NOW_MS,
      },
    ],
  });
  const engine = compile(snapshot);
  const at = (nowMs: number) => engine.decide(REQUEST, { ...CONTEXT, nowMs }).reliability?.successPpm ?? 0;
  assert.equal(at(NOW_MS + 999), at(NOW_MS));
  assert.ok(at(NOW_MS + 1_000) < at(NOW_MS));
});

test('what decisions share, nobody can change for the others', () => {
  fc.assert(
    fc.property(arbitraryInput, ({ snapshot, request, context }) => {
      const engine = compile(snapshot);
      const first = engine.decide(request, context);
      const { excluded, alternatives, ...own } = first;
      const sharedParts = [
        excluded,
        own.latency,
        own.reliability,
        own.outcome === 'routed' ? own.labels : undefined,
        ...alternatives.flatMap(({ latency, reliability, labels }) => [latency, reliability, labels]),
      ];
      for (const part of sharedParts) assertFrozen(part);
    }),
  );
});

test('evidence beyond all measure is held within it', () => {
  const cell = { rail: 'alder', operation: 'banking.pis.single', samples: 1, asOfMs: NOW_MS } as const;
  const snapshot = sampleSnapshot({
    ...sampleRails({ alder: 1 }),
    reliability: [{ ...cell, successMicro: Number.POSITIVE_INFINITY, failureMicro: 1e300 }],
  });
  assert.equal(compile(snapshot).decide(REQUEST, CONTEXT).reliability?.successPpm, 500_000);
});

test('no input makes it throw, however little sense it makes', () => {
  // Every text becomes any text and every number any number, with some odds; types and names stay.
  const odd = fc.oneof(
    fc.string(),
    fc.constantFrom('-1', '1e9', '', 'NaN', '99999999999999999999999999999999999999999'),
  );
  const oddNumber = fc.oneof(
    fc.double(),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1e300),
  );
  const spoil = fc.infiniteStream(fc.tuple(fc.nat(9), odd, oddNumber));
  fc.assert(
    fc.property(arbitraryInput, spoil, ({ snapshot, request, context }, noise) => {
      const spoilt = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(spoilt);
        if (typeof value === 'object' && value !== null) {
          return Object.fromEntries(
            Object.entries(value).map(([name, member]) => [name, KEPT.has(name) ? member : spoilt(member)]),
          );
        }
        const [dice, text, number] = noise.next().value ?? [0, '', 0];
        if (dice > 1) return value;
        return typeof value === 'string' ? text : typeof value === 'number' ? number : value;
      };
      // The casts hold because only texts and numbers were replaced, by texts and numbers.
      const engine = compile(spoilt(snapshot) as Snapshot);
      const decision = engine.decide(spoilt(request) as DecisionRequest, spoilt(context) as typeof context);
      const { connection, alternatives, excluded } = presentDecision(decision);
      const count = (connection === undefined ? 0 : 1) + alternatives.length + excluded.length;
      assert.equal(count, snapshot.connections.length);
    }),
    { numRuns: 400 },
  );
});

/** Names whose values are enumerations: another text there would not be well typed. */
const KEPT: ReadonlySet<string> = new Set([
  'operation',
  'operations',
  'restricted',
  'preference',
  'custody',
  'custodyAdmitted',
  'status',
  'mode',
  'basis',
  'type',
  'kind',
  'channel',
]);

function assertFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  assert.ok(Object.isFrozen(value));
  for (const member of Object.values(value)) assertFrozen(member);
}
