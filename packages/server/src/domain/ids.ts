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
  | 'opr_'
  | 'ses_'
  | 'mtk_'
  | 'aud_'
  | 'ctr_'
  | 'pol_'
  | 'lnk_'
  | 'grt_'
  | 'qt_'
  | 'pi_'
  | 'leg_'
  | 'we_'
  | 'dry_'
  | 'fnd_';

/** Below every id made at this time or later, and above every earlier one. */
export function idAt<P extends IdPrefix>(prefix: P, atMs: number): `${P}${string}` {
  return `${prefix}${base62(atMs.toString(16) + LOWEST_AFTER_TIME, ID_CHARS)}`;
}

const ID_CHARS = 22;
/** The digits of a UUIDv7 behind its time. */
const LOWEST_AFTER_TIME = '0'.repeat(20);

/** A UUIDv7 as a prefixed id of 22 base62 characters, which sorts by time as the UUID does. */
export function idFromUuid<P extends IdPrefix>(prefix: P, uuid: string): `${P}${string}` {
  return `${prefix}${base62(uuid, ID_CHARS)}`;
}
