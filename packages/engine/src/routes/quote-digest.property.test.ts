/** What a user approves is bound to its digest, on quotes at random. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../compile.ts';
import type { JsonValue } from '../json-value.ts';
import { type PresentedRouteTerms, presentRoutes } from './present-routes.ts';
import { type DigestedTerms, quoteDigest } from './quote-digest.ts';
import { answersTo, arbitraryRouteInput, type RouteInput } from './testing/arbitrary-routes.ts';

const TERMS = [
  'from',
  'to',
  'fixed',
  'send',
  'receive',
  'legs',
  'fees',
  'fx',
  'custody',
  'returnPolicy',
  'expiresAt',
] as const;

test('a change of one character in any term, however deep, is another digest', () => {
  const changed = new Set<string>();
  fc.assert(
    fc.property(arbitraryRouteInput, fc.nat(), (input, pick) => {
      for (const quote of quotesOf(input)) {
        const digest = quoteDigest(quote);
        for (const term of TERMS) {
          for (const [path, other] of oneCharacterOff(quote[term] as JsonValue | undefined, pick)) {
            changed.add(`${term}${path}`);
            // Whatever the changed terms are worth, they are of the same shape.
            const spoilt = { ...quote, [term]: other } as unknown as DigestedTerms;
            assert.notEqual(quoteDigest(spoilt), digest, `${term}${path}`);
          }
        }
      }
    }),
    { numRuns: 100 },
  );
  for (const name of [
    'from',
    'to',
    'fixed',
    'send.value',
    'send.asset',
    'receive.value',
    'receive.asset',
    'legs.sequence',
    'legs.kind',
    'legs.rail',
    'legs.connection',
    'legs.capability',
    'legs.scheme',
    'legs.send.value',
    'legs.receive.value',
    'legs.fees.amount.value',
    'legs.fx.rate',
    'legs.eta.p95',
    'legs.custody',
    'legs.requiresAction',
    'fees.name',
    'fees.rail',
    'fees.amount.value',
    'fx.rate',
    'fx.mid',
    'fx.source',
    'fx.lockedUntil',
    'custody',
    'returnPolicy.mode',
    'returnPolicy.explanation.message',
    'expiresAt',
  ])
    assert.ok(changed.has(name), `${name} was met`);
});

test('what is no term changes nothing', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const quote of quotesOf(input)) {
        const beside = { rank: 7, labels: [], cost: null, referenceMax: 3, snapshot: 'sha256:0' };
        assert.equal(quoteDigest({ ...quote, ...beside }), quoteDigest(quote));
      }
    }),
    { numRuns: 100 },
  );
});

function quotesOf({ snapshot, request, nowMs, providers }: RouteInput): readonly PresentedRouteTerms[] {
  const { findRoutes } = compile(snapshot);
  const { wanted } = findRoutes(request, { nowMs });
  const fxQuotes = answersTo(wanted, { providers, nowMs });
  return presentRoutes(findRoutes({ ...request, fxQuotes }, { nowMs })).quotes;
}

/** Each way to change one leaf by a character, with the leaf's path without positions. */
function oneCharacterOff(
  value: JsonValue | undefined,
  pick: number,
): readonly (readonly [string, JsonValue])[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [['', spoil(value, pick)]];
  if (typeof value === 'number') return [['', value + 1]];
  if (typeof value === 'boolean') return [['', !value]];
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.flatMap((item, at) =>
      oneCharacterOff(item, pick).map(([path, other]) => [path, items.with(at, other)] as const),
    );
  }
  return Object.entries(value).flatMap(([name, member]) =>
    oneCharacterOff(member, pick).map(
      ([path, other]) => [`.${name}${path}`, { ...value, [name]: other }] as const,
    ),
  );
}

function spoil(text: string, pick: number): string {
  if (text === '') return 'x';
  const at = pick % text.length;
  const other = text[at] === '1' ? '2' : '1';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
