/** What was asked for on the command line: which proofs, at what scale, with which seed. */
import { parseArgs } from 'node:util';
import type { Proof } from '../proofs/proof.ts';

export interface Asked {
  readonly proofs: readonly Proof[];
  /** Undefined: one is made up, and printed. */
  readonly seed?: number;
  /** Undefined: each proof's long form. */
  readonly scale?: number;
  /** Undefined: every part of each proof. */
  readonly only?: string;
}

export type ReadAsked =
  | { readonly ok: true; readonly asked: Asked }
  | { readonly ok: false; readonly problem: string };

const WHOLE = /^(?:0|[1-9][0-9]{0,9})$/;
const SEED_MAX = 0xffff_ffff;

export function readArguments(args: readonly string[], known: readonly Proof[]): ReadAsked {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { seed, scale, only } = parsed.values;
  const [name, ...more] = parsed.positionals;
  if (more.length > 0) return refuse('Name one proof, or none for all of them.');
  const proofs = name === undefined ? known : known.filter((proof) => proof.name === name);
  if (proofs.length === 0) return refuse(`There is no proof called ${name}.`);
  if (seed !== undefined && (!WHOLE.test(seed) || Number(seed) > SEED_MAX)) {
    return refuse(`A seed is a whole number up to ${SEED_MAX}.`);
  }
  if (scale !== undefined && (!WHOLE.test(scale) || Number(scale) === 0)) {
    return refuse('A scale is a whole number above zero.');
  }
  if (scale !== undefined && name === undefined) {
    return refuse('A scale counts something else in each proof: name the one you mean.');
  }
  if (only !== undefined && !proofs.every(({ parts }) => parts?.includes(only) === true)) {
    return refuse(
      name === undefined ? 'Name the proof that you mean a part of.' : `${name} has no part called ${only}.`,
    );
  }
  return {
    ok: true,
    asked: {
      proofs,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(scale === undefined ? {} : { scale: Number(scale) }),
      ...(only === undefined ? {} : { only }),
    },
  };
}

export function usage(known: readonly Proof[]): string {
  const width = Math.max(...known.map(({ name }) => name.length));
  return [
    'Usage: npm run prove [-- <name> [--seed <number>] [--scale <number>] [--only <part>]]',
    '',
    ...known.map(({ name, claim, unit, scaleLong, parts }) => {
      const alone = parts === undefined ? '' : `; --only ${parts.join(', ')}`;
      return `  ${name.padEnd(width)}  ${claim} (--scale counts ${unit}, ${scaleLong} if not given${alone})`;
    }),
  ].join('\n');
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, scale: { type: 'string' }, only: { type: 'string' } },
    allowPositionals: true,
  });
}

function refuse(problem: string): ReadAsked {
  return { ok: false, problem };
}
