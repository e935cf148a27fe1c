/** What one household or office has: an IPv4 address, or the first half of an IPv6 address, whose other half changes by the day. */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%');
  if (!bare.includes(':') || bare.includes('.')) return bare.replace(/^::ffff:/, '');
  const [front = '', back] = bare.split('::');
  const before = groupsOf(front);
  const after = back === undefined ? [] : groupsOf(back);
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const groups = back === undefined ? before : [...before, ...zeros, ...after];
  return `${groups
    .slice(0, GROUPS / 2)
    .map(withoutZeros)
    .join(':')}::/64`;
}

const GROUPS = 8;

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}

function withoutZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
