import { base62 } from './base62.ts';

export type IdPrefix =
  | 'cus_'
  | 'acct_'
  | 'con_'
  | 'dec_'
  | 'evt_'
  | 'out_'
  | 'req_'
  | 'org_'
  | 'env_'
  | 'key_'
  | 'ctr_'
  | 'pol_'
  | 'lnk_'
  | 'grt_';

const ID_CHARS = 22;

/** A UUIDv7 as a prefixed id of 22 base62 characters, which sorts by time as the UUID does. */
export function idFromUuid<P extends IdPrefix>(prefix: P, uuid: string): `${P}${string}` {
  return `${prefix}${base62(BigInt(`0x${uuid.replaceAll('-', '')}`), ID_CHARS)}`;
}
