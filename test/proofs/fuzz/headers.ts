/** Odd headers: credentials, versions, keys, types, and lines that are no headers at all. */
import type { Random } from '../../harness/random.ts';
import { STRAYS } from './canaries.ts';
import { type Draft, type Header, withoutHeader } from './draft.ts';
import type { Mutation } from './mutation.ts';

const BAD_AUTHORIZATIONS: readonly string[] = [
  '',
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Token sy_test_sk_x',
  'Bearer sy_test_sk_',
  `Bearer sy_test_sk_${'a'.repeat(36)}`,
  `Bearer sy_live_sk_${'0'.repeat(36)}`,
  `Bearer ${'x'.repeat(8_000)}`,
  'Bearer \xff\xfe',
  'Bearer a b',
  'Bearer null',
];

const BAD_VERSIONS: readonly string[] = [
  '',
  '2026-10-07',
  '2026-10-08 ,',
  'latest',
  '1',
  'x'.repeat(4_000),
  '\xa0',
];

const BAD_KEYS: readonly string[] = ['', 'a b', 'caf\xe9', 'x'.repeat(256), 'a\tb', '\x7f'];

const BAD_TYPES: readonly string[] = [
  '',
  'x',
  'text/plain',
  'text/json',
  'application/xml',
  'application/jsonp',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; version=2',
  'application/json, text/plain',
  'application/json;;;',
];

const BAD_ENCODINGS: readonly string[] = ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x', ''];

const NOISE: readonly Header[] = [
  ['Accept', 'text/html;q=0'],
  ['Accept-Encoding', 'gzip, br'],
  ['Accept-Language', 'xx'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['If-None-Match', '"a", W/"b"'],
  ['If-Match', '"a"'],
  ['If-Modified-Since', 'yesterday'],
  ['Cookie', 'a=b; c'],
  ['Origin', 'null'],
  ['Referer', 'javascript:alert(1)'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "1.2.3.4, ::1, ' or 1=1"],
  ['Forwarded', 'for="[::1"'],
  ['Request-Id', 'req_mine'],
  ['Via', '1.1 loop'],
  ['TE', 'trailers'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Max-Forwards', '-1'],
  ['Content-MD5', 'x'],
  ['Expect', '100-continue'],
  ['Expect', 'the-unexpected'],
];

/** Lines that no server may take for a header. */
const BROKEN_LINES: readonly Header[] = [
  ['', 'no name'],
  ['Two Words', 'x'],
  ['X-Nul', 'a\0b'],
  ['X-\xe9', 'x'],
  ['X(Y)', 'x'],
  ['X-Return', 'a\rb'],
];

export const HEADERS: readonly Mutation[] = [
  {
    name: 'no Authorization',
    mustRefuse: true,
    apply: (draft) => ({ ...draft, headers: withoutHeader(draft.headers, 'Authorization') }),
  },
  replace('Authorization', BAD_AUTHORIZATIONS),
  replace('Service-Version', BAD_VERSIONS),
  {
    name: 'Service-Version twice',
    mustRefuse: true,
    apply: (draft) => add(draft, ['Service-Version', '2026-10-08'], ['Service-Version', '2026-10-08']),
  },
  ifPost(replace('Idempotency-Key', BAD_KEYS)),
  ifPost({
    name: 'Idempotency-Key twice',
    mustRefuse: true,
    apply: (draft) => add(draft, ['Idempotency-Key', 'one'], ['Idempotency-Key', 'two']),
  }),
  ifPost({
    name: 'an Idempotency-Key of others',
    mustRefuse: false,
    apply: (draft, random) => add(draft, ['Idempotency-Key', `shared-${random.between(1, 5)}`]),
  }),
  ifBody(replace('Content-Type', BAD_TYPES)),
  ifBody({
    name: 'no Content-Type',
    mustRefuse: true,
    apply: (draft) => ({ ...draft, headers: withoutHeader(draft.headers, 'Content-Type') }),
  }),
  ifBody({
    name: 'Content-Type twice',
    mustRefuse: false,
    apply: (draft) => add(draft, ['Content-Type', 'text/plain']),
  }),
  ifBody(replace('Content-Encoding', BAD_ENCODINGS)),
  { name: 'noise', mustRefuse: false, apply: (draft, random) => add(draft, random.pick(NOISE)) },
  {
    name: 'a person in a header',
    mustRefuse: false,
    apply: (draft, random) => add(draft, ['X-Customer', latin1(random.pick(STRAYS))]),
  },
  {
    name: 'many headers',
    mustRefuse: false,
    apply: (draft) => add(draft, ...Array.from({ length: 200 }, (_, index): Header => [`X-${index}`, 'x'])),
  },
  {
    name: 'a header without end',
    mustRefuse: true,
    apply: (draft, random) => add(draft, ['X-Long', 'x'.repeat(random.pick([16_500, 40_000]))]),
  },
  {
    name: 'a line that is no header',
    mustRefuse: true,
    apply: (draft, random) => add(draft, random.pick(BROKEN_LINES)),
  },
  {
    name: 'no Host',
    mustRefuse: true,
    apply: (draft) => ({ ...draft, headers: withoutHeader(draft.headers, 'Host') }),
  },
  { name: 'Host twice', mustRefuse: false, apply: (draft) => add(draft, ['Host', 'other.example']) },
];

function replace(name: string, values: readonly string[]): Mutation {
  return {
    name: `a bad ${name}`,
    mustRefuse: true,
    apply: (draft, random) => ({
      ...draft,
      headers: [...withoutHeader(draft.headers, name), [name, random.pick(values)]],
    }),
  };
}

function add(draft: Draft, ...headers: readonly Header[]): Draft {
  return { ...draft, headers: [...draft.headers, ...headers] };
}

function ifPost(mutation: Mutation): Mutation {
  return only((draft) => draft.method === 'POST', mutation);
}

function ifBody(mutation: Mutation): Mutation {
  return only((draft) => (draft.body?.length ?? 0) > 0, mutation);
}

function only(applies: (draft: Draft) => boolean, mutation: Mutation): Mutation {
  return {
    ...mutation,
    apply: (draft, random: Random) => (applies(draft) ? mutation.apply(draft, random) : undefined),
  };
}

/** UTF-8 bytes, a character for each, as a draft holds them. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
