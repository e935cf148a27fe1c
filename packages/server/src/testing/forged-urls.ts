/**
 * URLs that try to reach a port of this machine, or another place nobody outside should: every way we know to write an
 * address so that a check by its text misses it. Nothing but tests imports this.
 */
const FORBIDDEN_V4 = [
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '100.64.0.1',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
] as const;

const FORBIDDEN_V6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::0001',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  '64:ff9b:1::7f00:1',
] as const;

/** Names that resolve somewhere forbidden; `startForgingNames` says where. */
const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'loopback.test',
  'LoopBack.TEST.',
  'v6.test',
  'private.test',
  'metadata.test',
  'mapped.test',
  'nat64.test',
  'six-to-four.test',
  'teredo.test',
  'mixed.test',
  'mixed-family.test',
  'rebinding.test',
  'xn--loopback-.test',
] as const;

export function forgedUrls(port: number): readonly string[] {
  const hosts = [
    ...FORBIDDEN_V4.flatMap(writingsOfV4),
    ...FORBIDDEN_V6.map((address) => `[${address}]`),
    ...NAMES,
  ];
  const plain = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/hook`]);
  return [...new Set([...plain, ...tricks(port)])];
}

/** One address in all the notations that a URL parser, or a C library, has ever taken. */
function writingsOfV4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    `0X${whole.toString(16).toUpperCase()}`,
    octal(whole),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `0000${octal(a)}.${b}.${c}.${d}`,
    [...address].map(fullWidth).join(''),
    address.replaceAll('.', '\u3002'),
    [...address].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${groups}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b::${address}]`,
    `[2002:${groups}::]`,
    `[2001:0:${groups}::]`,
    `[::ffff:0:${groups}]`,
  ];
}

function fullWidth(char: string): string {
  return char === '.' ? '\uff0e' : String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0);
}

function tricks(port: number): readonly string[] {
  return [
    `http://good.example@127.0.0.1:${port}/`,
    `http://good.example:80@127.0.0.1:${port}/`,
    `http://good.example%00@127.0.0.1:${port}/`,
    `http://good.example\t@127.0.0.1:${port}/`,
    `http://good.example\n@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}\\@good.example/`,
    `http://good.example\\@127.0.0.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    `http:/127.0.0.1:${port}/`,
    `http:127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    ` http://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}#@good.example/`,
    `http://127.0.0.1:${port}?@good.example/`,
    `http://127.0.0.1:0${port}/`,
    `http://[::1%25lo]:${port}/`,
    `http://[::1]:${port}/`,
    `http://\u2488\u2489\u2490:${port}/`,
    `http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460:${port}/`,
    `http://127\u30020\u30020\u30021:${port}/`,
    `http://loc\u00adalhost:${port}/`,
    `http://\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54:${port}/`,
    `http://localhost\u3002:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `file:///etc/passwd`,
    `gopher://127.0.0.1:${port}/_POST`,
    `dict://127.0.0.1:${port}/`,
    `data:text/plain,hello`,
    `javascript:alert(1)`,
    `unix:/var/run/docker.sock`,
    `ws://127.0.0.1:${port}/`,
    `http://:${port}/`,
    `http://`,
    '',
  ];
}

const REBINDING_FIRST = 'rebinding.test';

/** Where the names above lead. The first answer about the rebinding one is harmless, and every later one is not. */
export function createForgedNames(): (name: string, family: 4 | 6) => readonly string[] {
  let askedForRebinding = 0;
  return (name, family) => {
    if (name === REBINDING_FIRST) {
      askedForRebinding += 1;
      if (family === 6) return [];
      return askedForRebinding <= 2 ? [HARMLESS_V4] : ['127.0.0.1'];
    }
    return (family === 4 ? V4_OF[name] : V6_OF[name]) ?? [];
  };
}

/** Public by the registries, yet nobody's: it is never connected to here, because another address comes with it. */
const HARMLESS_V4 = '192.31.196.1';

const V4_OF: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'private.test': ['10.1.2.3'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': [HARMLESS_V4, '127.0.0.1'],
  'mixed-family.test': [HARMLESS_V4],
  'xn--loopback-.test': ['127.0.0.1'],
};
const V6_OF: Readonly<Record<string, readonly string[]>> = {
  'v6.test': ['::1'],
  'mapped.test': ['::ffff:7f00:1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'six-to-four.test': ['2002:7f00:1::'],
  'teredo.test': ['2001:0:7f00:1::'],
  'mixed-family.test': ['::1'],
};
