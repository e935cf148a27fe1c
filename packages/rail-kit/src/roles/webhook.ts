/**
 * What a provider tells us unasked. A delivery is verified on its raw bytes; what it says is only ever taken as a reason to
 * look: the host asks the provider how the thing stands. So deliveries may come twice, late or in any order.
 */
export interface Webhook {
  verify(delivery: WebhookDelivery): Promise<WebhookVerdict>;
}

export interface WebhookDelivery {
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** `unverifiable`: the key could not be fetched; the provider should send it again. */
export type WebhookVerdict =
  | { readonly kind: 'genuine'; readonly id: string; readonly notices: readonly Notice[] }
  | { readonly kind: 'forged'; readonly why: string }
  | { readonly kind: 'unverifiable' };

/** What to look at: `ref` is the one a step or a grant carried. */
export type Notice =
  | { readonly about: 'link'; readonly ref: string }
  | { readonly about: 'consent'; readonly ref: string }
  | { readonly about: 'payment'; readonly ref: string }
  | { readonly about: 'payout'; readonly ref: string }
  | { readonly about: 'transit'; readonly ref: string };
