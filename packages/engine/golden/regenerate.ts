/**
 * Writes the answers of the golden vectors anew: `node packages/engine/golden/regenerate.ts`, then `npm run format`.
 *
 * A vector is a file beside this one: a snapshot, a request, a time and an id, and the decision that follows, with its
 * sentences. Those in `routes/` have no id, and routes in place of the decision, with the digest of each quote. To add one,
 * write a file without the answer and the digests and run this. Answers change only together with ENGINE_VERSION; a
 * difference that nobody meant is a bug, not a reason to run this.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  canonicalJson,
  compile,
  digestOf,
  type JsonValue,
  presentDecision,
  presentRoutes,
  quoteDigest,
} from '../src/index.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

for (const file of vectorsIn(FOLDER)) {
  const { about, snapshot, request, nowMs, id } = JSON.parse(readFileSync(file, 'utf8'));
  const decision = plain(presentDecision(compile(snapshot).decide(request, { nowMs, id })));
  write(file, { about, nowMs, id, request, decision, digest: digestOf(decision), snapshot });
}

for (const file of vectorsIn(`${FOLDER}routes/`)) {
  const { about, snapshot, request, nowMs } = JSON.parse(readFileSync(file, 'utf8'));
  const presented = presentRoutes(compile(snapshot).findRoutes(request, { nowMs }));
  const routes = plain(presented);
  const quoteDigests = presented.quotes.map(quoteDigest);
  write(file, { about, nowMs, request, routes, quoteDigests, digest: digestOf(routes), snapshot });
}

function vectorsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}${name}`);
}

/** Through its bytes, so that what is written is what they say. */
function plain(value: unknown): JsonValue {
  return JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value))));
}

function write(file: string, vector: unknown): void {
  writeFileSync(file, `${JSON.stringify(vector, null, 2)}\n`);
}
