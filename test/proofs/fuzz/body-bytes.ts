/** Bodies that are not proper JSON, or not text at all. */
import type { Random } from '../../harness/random.ts';
import { STRAYS } from './canaries.ts';
import type { Mutation } from './mutation.ts';

const NOT_JSON: readonly string[] = [
  'NaN',
  'Infinity',
  'undefined',
  "{'a':1}",
  '{a:1}',
  '{"a":1,}',
  '{"a" 1}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":0x10}',
  '{"a":1e999}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '{"a":"line\nbreak"}',
  '{"a":1}//',
  '/**/{"a":1}',
  '[1,]',
  'externalId=fuzz&name=x',
  '<a/>',
  ' ',
  '\ufeff{}',
];

const OTHER_DOCUMENTS: readonly string[] = ['null', '[]', '"text"', '1', 'true', '[{}]'];

const NOT_UTF8: readonly (readonly number[])[] = [
  [0xff],
  [0xc3, 0x28],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x80],
];

export const BODY_BYTES: readonly Mutation[] = [
  onBody('a key given twice', true, (body, random) => {
    const key = JSON.stringify(random.pick(['name', 'payto', 'x', ...STRAYS]));
    return insertAfterBrace(body, `${key}:1,${key}:${JSON.stringify(random.pick(STRAYS))}`);
  }),
  onBody('a key given twice, deeper', true, (body, random) => {
    const key = JSON.stringify(random.pick(STRAYS));
    return insertAfterBrace(body, `"metadata":{${key}:"a",${key}:"b"}`);
  }),
  onBody('a reserved key', true, (body, random) =>
    insertAfterBrace(body, `"__proto__":{"${random.pick(STRAYS)}":1}`),
  ),
  onBody('cut short', true, (body, random) => body.subarray(0, random.between(1, body.length - 1))),
  onBody('more after the end', true, (body, random) =>
    Buffer.concat([body, Buffer.from(random.pick(['}', ',', '{}', '\0', '//', ...STRAYS]))]),
  ),
  onBody('not JSON', true, (_, random) => Buffer.from(random.pick(NOT_JSON))),
  onBody('not an object', true, (_, random) => Buffer.from(random.pick(OTHER_DOCUMENTS))),
  onBody('not UTF-8', true, (body, random) => {
    const at = random.between(1, body.length - 1);
    return Buffer.concat([body.subarray(0, at), Buffer.from(random.pick(NOT_UTF8)), body.subarray(at)]);
  }),
  onBody('UTF-16', true, (body) => Buffer.from(body.toString(), 'utf16le')),
  onBody('nested without end', true, (_, random) => {
    const depth = random.pick([33, 34, 100, 5_000, 60_000]);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
      [`{"${random.pick(STRAYS)}":`, '}'],
    ] as const);
    const levels = Math.min(depth, Math.floor(BODY_BYTES_MAX / 2 / (open.length + close.length)));
    return Buffer.from(`{"name":${open.repeat(levels)}1${close.repeat(levels)}}`);
  }),
  onBody('a bit turned', false, (body, random) => {
    const turned = Buffer.from(body);
    const at = random.between(0, body.length - 1);
    turned[at] = (turned[at] ?? 0) ^ (1 << random.between(0, 7));
    return turned;
  }),
  onBody('empty', false, () => Buffer.alloc(0)),
  onBody('too large', true, (body, random) =>
    Buffer.concat([body, Buffer.alloc(BODY_BYTES_MAX - body.length + random.pick([1, 5_000, 100_000]), ' ')]),
  ),
];

const BODY_BYTES_MAX = 256 * 1024;

function onBody(
  name: string,
  mustRefuse: boolean,
  change: (body: Buffer, random: Random) => Buffer,
): Mutation {
  return {
    name: `body: ${name}`,
    mustRefuse,
    apply: (draft, random) =>
      draft.body === undefined || draft.body.length < 2
        ? undefined
        : { ...draft, body: change(draft.body, random) },
  };
}

function insertAfterBrace(body: Buffer, members: string): Buffer {
  const text = body.toString();
  const rest = text.slice(text.indexOf('{') + 1);
  return Buffer.from(`{${members}${rest.trim() === '}' ? '' : ','}${rest}`);
}
