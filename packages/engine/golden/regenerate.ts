/**
 * Writes the decisions of the golden vectors anew: `node packages/engine/golden/regenerate.ts`, then `npm run format`.
 *
 * A vector is a file beside this one: a snapshot, a request, a time and an id, and the decision that follows, with its
 * sentences. To add one, write a file without `decision` and `digest` and run this. Decisions change only together with
 * ENGINE_VERSION; a difference that nobody meant is a bug, not a reason to run this.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canonicalJson, compile, digestOf, presentDecision } from '../src/index.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
  const { about, snapshot, request, nowMs, id } = JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8'));
  const presented = presentDecision(compile(snapshot).decide(request, { nowMs, id }));
  // Through its bytes, so that what is written is what they say.
  const decision = JSON.parse(canonicalJson(JSON.parse(JSON.stringify(presented))));
  const vector = { about, nowMs, id, request, decision, digest: digestOf(decision), snapshot };
  writeFileSync(`${FOLDER}${file}`, `${JSON.stringify(vector, null, 2)}\n`);
}
