/** Whether a caller's address is on a key's list of addresses and CIDR ranges. An empty list admits everyone. */
import { BlockList, isIP } from 'node:net';

export function addressAllowed(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  // An IPv4 caller on a dual-stack socket shows up as ::ffff:a.b.c.d.
  const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
  const version = isIP(plain);
  if (version === 0) return false;
  return listOf(allowed).check(plain, version === 4 ? 'ipv4' : 'ipv6');
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
