/**
 * `npm run prove`: the proofs in their long form. It prints what it does, then a verdict for each, and ends with
 * code 1 when a claim does not hold. The seed is printed too: with `--seed` the same choices are made again.
 */
import { randomInt } from 'node:crypto';
import { PROOFS } from '../proofs/all-proofs.ts';
import type { Proof, ProofOptions, Verdict } from '../proofs/proof.ts';
import { type Asked, readArguments, usage } from './arguments.ts';

interface Result extends Verdict {
  readonly proof: Proof;
  readonly seconds: number;
}

const read = readArguments(process.argv.slice(2), PROOFS);
if (read.ok) {
  process.exitCode = await proveAll(read.asked);
} else {
  console.error(`${read.problem}\n\n${usage(PROOFS)}`);
  process.exitCode = 2;
}

async function proveAll(asked: Asked): Promise<number> {
  const seed = asked.seed ?? randomInt(2 ** 32);
  const results: Result[] = [];
  for (const proof of asked.proofs) {
    const scale = asked.scale ?? proof.scaleLong;
    console.log(`\n${proof.name}: ${proof.claim}\n  ${scale} ${proof.unit}, seed ${seed}`);
    const { only } = asked;
    results.push(await prove(proof, { seed, scale, ...(only === undefined ? {} : { only }) }));
  }
  console.log(`\n${table(results)}\n`);
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

async function prove(proof: Proof, options: Omit<ProofOptions, 'onProgress'>): Promise<Result> {
  const begunAt = Date.now();
  const seconds = () => Math.round((Date.now() - begunAt) / 100) / 10;
  const onProgress = (line: string) => console.log(`  ${seconds().toFixed(1).padStart(6)} s  ${line}`);
  const verdict = await proof.run({ ...options, onProgress }).catch(asVerdict);
  for (const [name, value] of Object.entries(verdict.facts)) console.log(`  ${name}: ${value}`);
  for (const failure of verdict.failures) console.log(`  ✖ ${failure}`);
  return { ...verdict, proof, seconds: seconds() };
}

/** A proof that could not even be carried out has not succeeded. */
function asVerdict(error: unknown): Verdict {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { failures: [`it could not be tried: ${what}`], facts: {} };
}

function table(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ proof }) => proof.name.length));
  return results
    .map(({ proof, failures, seconds }) => {
      const verdict = failures.length === 0 ? 'holds' : 'FAILS';
      return `${proof.name.padEnd(width)}  ${verdict}  ${seconds.toFixed(1).padStart(6)} s  ${proof.claim}`;
    })
    .join('\n');
}
