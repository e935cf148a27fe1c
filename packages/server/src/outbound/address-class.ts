/**
 * What kind of place an IP address is, by the IANA registries of special-purpose addresses. Whoever we call at an address
 * that somebody else chose must be public; everything that is not known to be is not. An IPv4 address inside an IPv6 one is
 * judged as itself where the wrapping is a mere notation (v4-mapped) or reaches the same host (NAT64); tunnels (6to4,
 * Teredo) are refused, because where they end cannot be told.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** `special`: no host anybody should call, such as link-local, multicast, documentation or a cloud's metadata. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'special';

export function classOfAddress(address: string): AddressClass {
  if (isIPv4(address)) return classOfV4(bitsOfV4(address));
  if (isIPv6(address)) return classOfV6(bitsOfV6(address));
  return 'special';
}

type Block = readonly [prefix: string, length: number, kind: AddressClass];

/** The narrower block comes first. What none of them holds is public. */
const V4_BLOCKS: readonly Block[] = [
  ['100.100.100.200', 32, 'special'], // a cloud's metadata
  ['168.63.129.16', 32, 'special'], // a cloud's host agent, though it looks public
  ['0.0.0.0', 8, 'special'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'special'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'special'],
  ['192.0.2.0', 24, 'special'],
  ['192.88.99.0', 24, 'special'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'special'],
  ['198.51.100.0', 24, 'special'],
  ['203.0.113.0', 24, 'special'],
  ['224.0.0.0', 4, 'special'],
  ['240.0.0.0', 4, 'special'],
];

/** The narrower block comes first. What none of them holds is special: only 2000::/3 has been given out. */
const V6_BLOCKS: readonly Block[] = [
  ['::1', 128, 'loopback'],
  ['2001::', 23, 'special'], // protocols, Teredo among them
  ['2001:db8::', 32, 'special'],
  ['2002::', 16, 'special'], // 6to4
  ['3fff::', 20, 'special'],
  ['2000::', 3, 'public'],
  ['fd00:ec2::254', 128, 'special'], // clouds' metadata
  ['fd20:ce::254', 128, 'special'],
  ['fc00::', 7, 'private'],
];

const V4_MAPPED = 0xffffn;
const NAT64 = bitsOfV6('64:ff9b::') >> 32n;
const LOW_32 = 0xffff_ffffn;

function classOfV4(bits: bigint): AddressClass {
  return find(V4_BLOCKS, bits, bitsOfV4, 32) ?? 'public';
}

function classOfV6(bits: bigint): AddressClass {
  const above = bits >> 32n;
  if (above === V4_MAPPED || above === NAT64) return classOfV4(bits & LOW_32);
  return find(V6_BLOCKS, bits, bitsOfV6, 128) ?? 'special';
}

function find(
  blocks: readonly Block[],
  bits: bigint,
  bitsOf: (address: string) => bigint,
  width: number,
): AddressClass | undefined {
  return blocks.find(([prefix, length]) => {
    const rest = BigInt(width - length);
    return bits >> rest === bitsOf(prefix) >> rest;
  })?.[2];
}

function bitsOfV4(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function bitsOfV6(address: string): bigint {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = dottedTailAsHex(plain).split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n);
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | group, 0n);
}

function groupsOf(text: string): readonly bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`));
}

/** `::ffff:127.0.0.1` is another way to write `::ffff:7f00:1`. */
function dottedTailAsHex(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (dotted === undefined) return address;
  const bits = bitsOfV4(dotted);
  const hex = `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  return `${address.slice(0, -dotted.length)}${hex}`;
}
