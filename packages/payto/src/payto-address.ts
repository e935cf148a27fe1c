/**
 * What is known about an address once it has been read.
 */

import type { PaytoAmount } from './amount.ts';
import type { PaytoOptions } from './options.ts';
import type { Network } from './types/payto-type.ts';
import type { KnownTarget } from './types/registry.ts';
import type { UnknownTarget } from './types/unknown-type.ts';

/** Ask `known` first: it narrows to the modelled types, and `scheme` then tells those apart. */
export type PaytoTarget = KnownTarget | UnknownTarget;

export interface PaytoAddress {
  /** The payment target type, in lower case. */
  readonly scheme: string;
  /** False for a well-formed type that this package does not model. */
  readonly known: boolean;
  /** Fit to be shown to people who may not see the address. */
  readonly masked: string;
  /** Equal exactly for two spellings of one account. A secret as the address is: hash it, never show it. */
  readonly normalized: string;
  /** ISO 3166, where the type tells it. */
  readonly country?: string;
  readonly receiverName?: string;
  /** For `bitcoin` always, for `eth` when the chain is a known test network. */
  readonly network?: Network;
  /** All options by lower-case name, decoded. */
  readonly options: PaytoOptions;
  /** The path, decoded; for a known type in its normal spelling. */
  readonly segments: readonly string[];
  readonly target: PaytoTarget;
  readonly amount?: PaytoAmount;
}
