import type { Json } from './json.ts';

/** Where the user is. */
export type Channel = 'web' | 'native';

/** Context from the user's device, which some banks want to see. */
export interface Psu {
  readonly ip?: string;
  readonly userAgent?: string;
  readonly deviceId?: string;
  readonly psuType?: 'personal' | 'business';
}

/** One end of a payment. */
export interface Party {
  /** Full address; never to be logged. */
  readonly payto: string;
  readonly holderName: string;
  readonly country?: string;
  /** The provider's own reference of the bank, as its directory gave it. */
  readonly institution?: string;
  /** What linking this account through this connection left behind, if it was. */
  readonly link?: { readonly account: string; readonly grant: Json };
}
