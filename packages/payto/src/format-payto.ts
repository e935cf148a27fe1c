/**
 * Writes an address back as a URI. Reading the result gives an equal address.
 */

import type { PaytoAddress } from './payto-address.ts';
import { encodeOptionValue, encodeSegment } from './percent.ts';

export function formatPayto({
  scheme,
  segments,
  options,
}: Pick<PaytoAddress, 'scheme' | 'segments' | 'options'>): string {
  const query = Object.entries(options).map(([name, value]) => `${name}=${encodeOptionValue(value)}`);
  return formatTarget(scheme, segments) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** The URI without options. */
export function formatTarget(scheme: string, segments: readonly string[]): string {
  return `payto://${[scheme, ...segments.map(encodeSegment)].join('/')}`;
}
