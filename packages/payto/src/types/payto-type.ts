/**
 * What a payment target type has to know: its name, how its path is written, and how to read one.
 *
 * To add a type, write a file like its neighbours and add it to the registry. `read` gets the decoded path
 * without its trailing slash, never throws, and names the scheme but no part of the path when it refuses.
 */

import type { Reading, Refusal } from '../errors.ts';
import { refuse } from '../errors.ts';

export type Network = 'mainnet' | 'testnet';

export interface TargetReading<Target> {
  readonly target: Target;
  /** The path in its normal spelling; reading it again gives the same target. */
  readonly segments: readonly string[];
  /** The part of the path that identifies the account: equal for two spellings of one account. */
  readonly identity: readonly string[];
  readonly masked: string;
  readonly country?: string;
  readonly network?: Network;
}

export interface PaytoType<Scheme extends string, Target extends { readonly scheme: Scheme }> {
  readonly scheme: Scheme;
  /** The path as a person would write it down, for the message that says how it should look. */
  readonly path: string;
  /** True for a type whose path is free text, where an empty segment means something. */
  readonly keepsTrailingSlash?: true;
  read(segments: readonly string[]): Reading<TargetReading<Target>>;
}

/** The segments when there are exactly so many and none is empty. */
export function exactSegments(segments: readonly string[], count: 1): readonly [string] | undefined;
export function exactSegments(segments: readonly string[], count: 2): readonly [string, string] | undefined;
export function exactSegments(segments: readonly string[], count: number): readonly string[] | undefined {
  return segments.length === count && segments.every((segment) => segment !== '') ? segments : undefined;
}

export function refusePath(type: { readonly scheme: string; readonly path: string }): Refusal {
  return refuse('payto.path', { scheme: type.scheme, expected: type.path });
}
