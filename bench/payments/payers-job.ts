/** What the payers are told and what they answer, across the channel between the two processes. */
export interface PayersJob {
  readonly baseUrl: string;
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** How many people pay at once, one payment after the other. */
  readonly payers: number;
  /** How long what succeeds is counted, after as long a run-up as a payment takes. */
  readonly seconds: number;
}

export type PayersResult =
  | {
      readonly ok: true;
      /** Within the time that counts. */
      readonly perSecond: number;
      /** Of all that were begun, also before and after. */
      readonly succeeded: number;
      /** From asking for a quote to reading that it has succeeded. */
      readonly p50Ms: number;
      readonly p99Ms: number;
    }
  | { readonly ok: false; readonly problem: string };
