/** The golden vectors: what any port of the engine must reproduce, byte for byte. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';
import { compile } from './compile.ts';
import type { DecisionRequest } from './decision.ts';
import { digestOf } from './digest.ts';
import type { JsonValue } from './json-value.ts';
import { presentDecision } from './present-decision.ts';
import { presentRoutes } from './routes/present-routes.ts';
import { quoteDigest } from './routes/quote-digest.ts';
import type { RouteRequest } from './routes/route-request.ts';
import { ENGINE_SENTENCES } from './sentences.ts';
import type { Snapshot } from './snapshot.ts';

interface Vector {
  readonly about: string;
  readonly nowMs: number;
  readonly id: string;
  readonly request: DecisionRequest;
  readonly snapshot: Snapshot;
  readonly decision: JsonValue;
  readonly digest: string;
}

interface RouteVector {
  readonly about: string;
  readonly nowMs: number;
  readonly request: RouteRequest;
  readonly snapshot: Snapshot;
  readonly routes: JsonValue;
  readonly quoteDigests: readonly string[];
  readonly digest: string;
}

// The files are ours; that they hold what they should is what the tests below find out.
const vectors = vectorsIn('../golden/') as readonly (readonly [string, Vector])[];
const routeVectors = vectorsIn('../golden/routes/') as readonly (readonly [string, RouteVector])[];

for (const [file, vector] of vectors) {
  test(`golden ${file}: ${vector.about}`, () => {
    const { snapshot, request, nowMs, id, decision, digest } = vector;
    const presented = presentDecision(compile(snapshot).decide(request, { nowMs, id }));
    assert.equal(canonicalJson(JSON.parse(JSON.stringify(presented))), canonicalJson(decision));
    assert.equal(digestOf(decision), digest);
  });
}

for (const [file, vector] of routeVectors) {
  test(`golden routes/${file}: ${vector.about}`, () => {
    const { snapshot, request, nowMs, routes, quoteDigests, digest } = vector;
    const presented = presentRoutes(compile(snapshot).findRoutes(request, { nowMs }));
    assert.equal(canonicalJson(JSON.parse(JSON.stringify(presented))), canonicalJson(routes));
    assert.deepEqual(presented.quotes.map(quoteDigest), quoteDigests);
    assert.equal(digestOf(routes), digest);
  });
}

test('together the vectors say every sentence the engine knows', () => {
  const answers = [...vectors.map(([, one]) => one.decision), ...routeVectors.map(([, one]) => one.routes)];
  const said = new Set(answers.flatMap(keysIn));
  assert.deepEqual(
    Object.keys(ENGINE_SENTENCES).filter((key) => !said.has(key)),
    [],
  );
});

function keysIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'key' && typeof member === 'string' ? [member] : keysIn(member),
  );
}

function vectorsIn(path: string): readonly (readonly [file: string, vector: unknown])[] {
  const folder = new URL(path, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]);
}
