/**
 * Who called. Behind proxies that is who their X-Forwarded-For says, but everybody may write into that: of its addresses the
 * last one is believed that a trusted proxy has put there.
 */
import type { IncomingMessage } from 'node:http';
import { addressMatcher } from './addresses.ts';

export type ReadClientAddress = (request: IncomingMessage) => string;

export function clientAddressReader(trustedProxies: readonly string[]): ReadClientAddress {
  const isTrusted = addressMatcher(trustedProxies);
  return (request) => {
    let address = request.socket.remoteAddress ?? '';
    for (const before of forwardedFor(request)) {
      if (!isTrusted(address)) break;
      address = before;
    }
    return address;
  };
}

/** From the proxy nearest to us to the one farthest away. */
function forwardedFor({ headers }: IncomingMessage): readonly string[] {
  const { 'x-forwarded-for': list } = headers;
  // Node joins a header that comes several times, but its type does not say of which ones.
  const text = Array.isArray(list) ? list.join(',') : list;
  return text === undefined
    ? []
    : text
        .split(',')
        .map((address) => address.trim())
        .reverse();
}
