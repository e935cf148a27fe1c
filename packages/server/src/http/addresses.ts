/** Addresses and CIDR ranges, as keys list those that may use them and an operator the proxies that are believed. */
import { BlockList, isIP } from 'node:net';

/** Whether a caller's address is on a key's list. An empty list admits everyone. */
export function addressAllowed(allowed: readonly string[], address: string): boolean {
  return allowed.length === 0 || addressMatcher(allowed)(address);
}

/** Throws where an entry is neither an address nor a range. */
export function addressMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = listOf(entries);
  return (address) => {
    // An IPv4 caller on a dual-stack socket shows up as ::ffff:a.b.c.d.
    const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/');
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list;
}
