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

const FOLDER = new URL('../golden/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
// The files are ours; that they hold what they should is what the tests below find out.
const vectors = files.map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Vector);

for (const [at, vector] of vectors.entries()) {
  test(`golden ${files[at]}: ${vector.about}`, () => {
    const { snapshot, request, nowMs, id, decision, digest } = vector;
    const presented = presentDecision(compile(snapshot).decide(request, { nowMs, id }));
    assert.equal(canonicalJson(JSON.parse(JSON.stringify(presented))), canonicalJson(decision));
    assert.equal(digestOf(decision), digest);
  });
}

test('together the vectors say every sentence the engine knows', () => {
  const said = new Set(vectors.flatMap(({ decision }) => keysIn(decision)));
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
