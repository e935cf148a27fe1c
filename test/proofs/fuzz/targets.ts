/** Odd paths, odd queries, odd methods. */
import type { Random } from '../../harness/random.ts';
import { STRAYS } from './canaries.ts';
import type { Mutation } from './mutation.ts';

const ODD_IDS: readonly string[] = [
  'x',
  'cus_',
  `cus_${'a'.repeat(65)}`,
  'cus_1234567é',
  '%2e%2e',
  '%00',
  '%2F',
  'cus_1ZtVq8mY%27--',
  '%F0%9F%92%A9',
  '%25',
  'null',
  'a'.repeat(1_023),
  'a'.repeat(1_025),
  'a'.repeat(9_000),
];

const BAD_ESCAPES: readonly string[] = [
  '%',
  '%z',
  '%zz',
  '%C3',
  '%ED%A0%80',
  '%C0%80',
  '%FF',
  '%F4%90%80%80',
];

const BAD_LIMITS: readonly string[] = [
  '0',
  '-1',
  '101',
  '1e1',
  '0x10',
  '%205',
  '+5',
  '1.0',
  '01',
  '',
  '%EF%BC%95',
  '9'.repeat(30),
  'NaN',
];

const BAD_QUERIES: readonly ((random: Random) => string)[] = [
  () => 'limit=1&limit=1',
  (random) => `limit=${random.pick(BAD_LIMITS)}`,
  (random) =>
    `after=${random.pick(['x', 'zz_1ZtVq8mYc0sKfT9vBzXr4W', '%00', ...STRAYS.map(encodeURIComponent)])}`,
  () => 'unknown=1',
  () => '__proto__=1',
  () => '__proto__[x]=1',
  () => 'constructor=1',
  () => 'limit[]=5',
  () => 'country=DE;limit=1',
  (random) => `q=${random.pick(BAD_ESCAPES)}`,
  (random) => `${random.pick(BAD_ESCAPES)}=1`,
  (random) => `${encodeURIComponent(random.pick(STRAYS))}=1`,
  (random) => {
    const canary = encodeURIComponent(random.pick(STRAYS));
    return `${canary}=1&${canary}=2`;
  },
  (random) => `${encodeURIComponent(random.pick(STRAYS))}=`,
  (random) => `${encodeURIComponent(random.pick(STRAYS))}=%00`,
  (random) => `${encodeURIComponent(random.pick(STRAYS))}=${random.pick(BAD_ESCAPES)}`,
  () => Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&'),
  () => `q=${'a'.repeat(10_000)}`,
];

const ODD_QUERIES: readonly string[] = ['', '&&&', '?', '#', '&#x', 'country=%44%45'];

const UNKNOWN_PATHS: readonly string[] = [
  '/v1',
  '/v1/',
  '/v2/customers',
  '/v1//customers',
  '//v1/customers',
  '/v1/CUSTOMERS',
  '/v1/customers/a/b',
  '/v1/./customers',
  '/v1/../v1/customers',
  '/v1/customers;a=b',
  '/v1/customers%3Flimit=1',
  '/v1/customers%00',
  '/v1\\customers',
  '/manage/v1/keys',
  '/.env',
  '/wp-login.php',
  `/${'a'.repeat(9_000)}`,
  '/v1/%63ustomers/%zz',
  '/%',
  '/v1/\xe9v\xe9nements',
];

/** An answer to HEAD has no body, and HEAD is allowed wherever GET is. */
const OTHER_METHODS: readonly string[] = [
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'PURGE',
  'CONNECT',
  'get',
  'G3T',
  'X'.repeat(500),
];

export const TARGETS: readonly Mutation[] = [
  {
    name: 'an odd id in the path',
    mustRefuse: false,
    apply(draft, random) {
      const target = draft.target.replace(
        /(?<=\/)[a-z]+_[A-Za-z0-9]{20,}/,
        random.pick([...ODD_IDS, ...BAD_ESCAPES]),
      );
      return target === draft.target ? undefined : { ...draft, target };
    },
  },
  {
    name: 'a person in the path',
    mustRefuse: false,
    apply(draft, random) {
      const target = `${draft.target.split('?')[0]}/${encodeURIComponent(random.pick(STRAYS))}`;
      return { ...draft, target };
    },
  },
  {
    name: 'a bad query',
    mustRefuse: true,
    apply: (draft, random) => withQuery(draft, random.pick(BAD_QUERIES)(random)),
  },
  {
    name: 'an odd query',
    mustRefuse: false,
    apply: (draft, random) => withQuery(draft, random.pick(ODD_QUERIES)),
  },
  {
    name: 'an unknown path',
    mustRefuse: true,
    apply: (draft, random) => ({ ...draft, target: random.pick(UNKNOWN_PATHS) }),
  },
  {
    name: 'another form of target',
    mustRefuse: false,
    apply: (draft, random) => ({
      ...draft,
      target: random.pick([
        `http://other.example${draft.target}`,
        '*',
        `${draft.target}/`,
        'other.example:443',
      ]),
    }),
  },
  {
    name: 'another method',
    mustRefuse: true,
    apply: (draft, random) => ({ ...draft, method: random.pick(OTHER_METHODS) }),
  },
  { name: 'HEAD', mustRefuse: false, apply: (draft) => ({ ...draft, method: 'HEAD' }) },
];

function withQuery<D extends { readonly target: string }>(draft: D, query: string): D {
  return { ...draft, target: `${draft.target}${draft.target.includes('?') ? '&' : '?'}${query}` };
}
