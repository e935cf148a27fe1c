/** Bodies that are proper JSON and wrong in what they hold. */
import type { Random } from '../../harness/random.ts';
import { ADDRESSES, EMAILS, STRAYS } from './canaries.ts';
import type { Draft } from './draft.ts';
import type { Mutation } from './mutation.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Members = Readonly<Record<string, Json>>;

const OTHER_TYPES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  '',
  [],
  {},
  [null],
  ['text'],
  { text: 1 },
];

const ODD_TEXTS: readonly string[] = [
  ' ',
  'null',
  '-0',
  '0x10',
  '1e3',
  '\u202e\u2066',
  '\u0001\u001b[31m',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(80),
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '{{7*7}}%s%n',
  '../../../../etc/passwd',
  'https://example.com\t@evil.example',
  'iso4217:XXX',
  'eip155:1/slip44:60',
  '9'.repeat(38),
  '9'.repeat(39),
];

const UNKNOWN_NAMES: readonly string[] = [
  ...STRAYS,
  'constructor',
  'toString',
  'hasOwnProperty',
  'unknownField',
  '0',
  '',
  'a.b',
  'a b',
  'ünknown',
  'x'.repeat(5_000),
];

export const BODY_VALUES: readonly Mutation[] = [
  {
    name: 'a value of another type',
    mustRefuse: false,
    apply: (draft, random) => replaceAny(draft, random, () => random.pick(OTHER_TYPES)),
  },
  {
    name: 'a field left out',
    mustRefuse: false,
    apply: (draft, random) => replaceAny(draft, random, () => undefined),
  },
  {
    name: 'an unknown field',
    mustRefuse: true,
    apply: (draft, random) =>
      withMembers(draft, (members) => ({
        ...members,
        [random.pick(UNKNOWN_NAMES)]: random.pick(OTHER_TYPES),
      })),
  },
  {
    name: 'a person as the key of a map',
    mustRefuse: false,
    apply: (draft, random) =>
      replaceAny(draft, random, () => ({ [random.pick(STRAYS)]: random.pick(OTHER_TYPES) })),
  },
  {
    name: 'a person where none belongs',
    mustRefuse: false,
    apply: (draft, random) => replaceAny(draft, random, () => random.pick(STRAYS)),
  },
  {
    name: 'an odd text',
    mustRefuse: false,
    apply: (draft, random) => replaceAny(draft, random, () => random.pick(ODD_TEXTS)),
  },
  {
    name: 'a NUL or half a surrogate pair',
    mustRefuse: true,
    apply: (draft, random) =>
      replaceAny(draft, random, () => `${random.pick(STRAYS)}${random.pick(['\0', '\ud800', '\udc00x'])}`),
  },
  {
    name: 'a long text',
    mustRefuse: false,
    apply: (draft, random) =>
      replaceAny(draft, random, () =>
        random.pick(['a', '😀', '\t']).repeat(random.pick([127, 129, 141, 2049, 30_000])),
      ),
  },
  {
    name: 'an odd address',
    mustRefuse: false,
    apply: (draft, random) =>
      withMembers(draft, (members) =>
        'payto' in members ? { ...members, payto: oddAddress(random) } : undefined,
      ),
  },
  {
    name: 'too many keys',
    mustRefuse: true,
    apply: (draft, random) => {
      const count = random.pick([21, 100, 3_000]);
      const metadata = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`key${index}`, 'value']),
      );
      return withMembers(draft, (members) => ({ ...members, metadata }));
    },
  },
];

function oddAddress(random: Random): string {
  const address = random.pick(ADDRESSES);
  const email = random.pick(EMAILS);
  return random.pick([
    address,
    `iban:${address}`,
    `payto://iban/${address.slice(0, -1)}0`,
    `payto://iban/${address}X`,
    `payto://iban/${address}/${address}/${address}`,
    `PAYTO://IBAN/${address}`,
    `payto://${address}/iban`,
    `payto://x-nobody-knows/${address}`,
    `payto://iban/${address}%`,
    `payto://iban/${address}%ff`,
    `payto://iban/%00${address}`,
    `payto://iban/${address}?amount=EUR:1&amount=EUR:2`,
    `payto://iban/${address}?amount=${'9'.repeat(60)}`,
    `payto://iban/${address}?receiver-name=%E2%82`,
    `payto://iban/${address}?${address}=1`,
    `payto://iban/${address}#${address}`,
    `payto://ethereum/${address}`,
    `payto://bitcoin/${address}`,
    `payto://upi/${email}`,
    `payto://interac/${email}`,
    `payto://ach/${address}/${address}`,
    'payto://',
    'payto:///',
    `payto://iban/${'9'.repeat(2_100)}`,
  ]);
}

function withMembers(draft: Draft, change: (members: Members) => Members | undefined): Draft | undefined {
  if (draft.body === undefined) return undefined;
  const changed = change(JSON.parse(draft.body.toString()));
  return changed === undefined ? undefined : { ...draft, body: Buffer.from(JSON.stringify(changed)) };
}

/** Changes one member, at any depth. Undefined as the new value removes it. */
function replaceAny(draft: Draft, random: Random, newValue: () => Json | undefined): Draft | undefined {
  return withMembers(draft, (members) => {
    const paths = pathsIn(members);
    return paths.length === 0 ? undefined : replaceAt(members, random.pick(paths), newValue);
  });
}

function pathsIn(members: Members): readonly (readonly string[])[] {
  return Object.entries(members).flatMap(([name, value]) => [
    [name],
    ...(isMembers(value) ? pathsIn(value).map((path) => [name, ...path]) : []),
  ]);
}

function replaceAt(members: Members, path: readonly string[], newValue: () => Json | undefined): Members {
  const [name = '', ...rest] = path;
  const { [name]: old, ...others } = members;
  const value = rest.length > 0 && isMembers(old) ? replaceAt(old, rest, newValue) : newValue();
  return value === undefined ? others : { ...others, [name]: value };
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
