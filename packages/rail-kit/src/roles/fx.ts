import type { Amount } from '@switchyard/engine';
import type { Done, Failed, Refused } from '../answer.ts';
import type { Json } from '../json.ts';

export interface Fx {
  /** It converts between any two of them. */
  readonly assets: readonly string[];
  quote(request: FxRequest): Promise<Done<FxQuote> | Refused | Failed>;
}

/** Exactly one side is fixed. */
export type FxRequest = { readonly key: string } & (
  | { readonly fixed: 'send'; readonly send: Amount; readonly receiveAsset: string }
  | { readonly fixed: 'receive'; readonly receive: Amount; readonly sendAsset: string }
);

/** `send` is all that leaves the balance, the fee included; `receive` is what there is afterwards. */
export interface FxQuote {
  readonly memo: Json;
  readonly send: Amount;
  readonly receive: Amount;
  readonly fee: Amount;
  /** Units of the received asset for one of the sent, as the provider writes it. */
  readonly rate: string;
  readonly mid?: string;
  /** Absent when the rate is not held. */
  readonly lockedUntilMs?: number;
}
