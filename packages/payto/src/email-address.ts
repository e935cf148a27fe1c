/**
 * An e-mail address used as an account alias: ASCII, a dotted name, a domain with a top level.
 *
 * The networks that use them (Pix, Interac) compare without regard to case, so the normal form is lower case.
 * Quoted names and addresses of hosts without a dot exist in the mail standards but in no payment directory.
 */

import { EMAIL_LENGTH_MAX, EMAIL_LOCAL_LENGTH_MAX } from './limits.ts';

/** The address in lower case, or nothing when it is not one. */
export function readEmailAddress(text: string): string | undefined {
  if (text.length > EMAIL_LENGTH_MAX) return undefined;
  const at = text.indexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at === -1 || local.length > EMAIL_LOCAL_LENGTH_MAX) return undefined;
  return LOCAL.test(local) && DOMAIN.test(domain) ? text.toLowerCase() : undefined;
}

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;
