/**
 * A type this package does not model. The grammar is all that is known of it, so the path is kept as given and
 * the mask assumes that its end is an account.
 */

import { maskAllButLast, maskBeforeAt } from '../mask.ts';
import { withoutTrailingSlash } from '../trailing-slash.ts';
import type { TargetReading } from './payto-type.ts';

export interface UnknownTarget {
  readonly known: false;
  readonly scheme: string;
}

export function readUnknownTarget(scheme: string, segments: readonly string[]): TargetReading<UnknownTarget> {
  const path = withoutTrailingSlash(segments);
  return { target: { known: false, scheme }, segments, identity: path, masked: maskUnknownPath(path) };
}

const DOMAIN_NAME = '(?:[A-Za-z0-9-]+\\.)+[A-Za-z]{2,}';
const AT_DOMAIN = new RegExp(`^[^@]+@${DOMAIN_NAME}$`);
/** An Interledger wallet address, as a payment pointer or as the URL it stands for. */
const WALLET_HOST = new RegExp(`^(?:\\$|https://)${DOMAIN_NAME}(?=/|$)`);
const SHORTEST_ACCOUNT_SHOWN = 8;

function maskUnknownPath(path: readonly string[]): string {
  const wallet = WALLET_HOST.exec(path.join('/'));
  if (wallet !== null) return `${wallet[0]}/***`;
  const last = path.at(-1) ?? '';
  if (AT_DOMAIN.test(last)) return maskBeforeAt(last);
  return [...last].length >= SHORTEST_ACCOUNT_SHOWN ? maskAllButLast(last, 4) : '****';
}
