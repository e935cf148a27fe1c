/**
 * What a provider says that it has made for us in a span of time, so that our books can be held against its. A role that has no
 * such list leaves the property out, and its payments are then only ever asked about one by one.
 */
import type { Amount } from '@switchyard/engine';
import type { Done, Failed } from '../answer.ts';
import type { SettlementScheme } from '../settlement-scheme.ts';

export interface Statement {
  /** Payments over these schemes are all in the list: one that is not in it was not made. */
  readonly schemes: readonly SettlementScheme[];
  /** One call for one page. The span lies wholly in the past, so that the pages do not move. */
  page(input: {
    readonly fromMs: number;
    readonly toMs: number;
    /** The `next` of the page before; absent for the first. */
    readonly cursor?: string;
  }): Promise<Done<StatementPage> | Failed>;
}

export interface StatementPage {
  readonly payments: readonly ListedPayment[];
  /** Absent on the last page. */
  readonly next?: string;
}

export interface ListedPayment {
  /** By what the provider calls it: the `ref` of the steps of the same payment. */
  readonly ref: string;
  /** Our key, where the provider keeps it. */
  readonly key?: string;
  /** What the payee gets; absent where the provider does not say. */
  readonly amount?: Amount;
  /** `open`: money may still move. `refused`: it did not, or it came back. */
  readonly standing: 'open' | 'done' | 'refused';
  readonly providerStatus: string;
}
