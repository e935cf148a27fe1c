/** Requests whose bytes contradict themselves: lengths that are wrong, chunks that never end, heads that stop. */
import type { Random } from '../../harness/random.ts';
import type { RawRequest } from '../../harness/raw-connection.ts';
import { type Frame, frameByLength, joinParts } from './draft.ts';
import type { Mutation } from './mutation.ts';

const BAD_LENGTHS: readonly string[] = ['-1', 'x', '1e1', '0x2', '', '9'.repeat(30), '1, 2', '+2'];

const NOT_HTTP: readonly string[] = [
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'hello\r\n\r\n',
  'GET\r\n\r\n',
  'GET /v1/rails\r\n\r\n',
  'GET /v1/rails HTTX/1.1\r\n\r\n',
  'GET /v1/rails HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /v1/rails HTTP/1.1 more\r\nHost: x\r\n\r\n',
  'GET  /v1/rails  HTTP/1.1\r\nHost: x\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  '<?xml version="1.0"?>\r\n\r\n',
];

export const FRAMINGS: readonly Mutation[] = [
  framed('a length too long, then the end', true, (_, body = NONE) => (head) => ({
    ...lastly(joinParts(`${head}\r\nContent-Length: ${body.length + 10}`, body)),
    halfClose: true,
  })),
  framed(
    'a length too short',
    true,
    (random, body = NONE) =>
      (head) =>
        lastly(joinParts(`${head}\r\nContent-Length: ${random.between(1, body.length - 1)}`, body)),
  ),
  framed(
    'a bad length',
    true,
    (random) => (head, body) =>
      lastly(joinParts(`${head}\r\nContent-Length: ${random.pick(BAD_LENGTHS)}`, body)),
  ),
  framed(
    'two lengths',
    true,
    (_, body = NONE) =>
      (head) =>
        lastly(
          joinParts(`${head}\r\nContent-Length: ${body.length}\r\nContent-Length: ${body.length + 1}`, body),
        ),
  ),
  framed(
    'a length and chunks',
    true,
    (_, body = NONE) =>
      (head) =>
        lastly(
          joinParts(`${head}\r\nContent-Length: ${body.length}\r\nTransfer-Encoding: chunked`, chunked(body)),
        ),
  ),
  framed(
    'chunks',
    false,
    (_, body = NONE) =>
      (head) =>
        lastly(joinParts(`${head}\r\nTransfer-Encoding: chunked`, chunked(body))),
  ),
  framed('broken chunks', true, (random) => (head) => ({
    ...lastly(
      joinParts(
        `${head}\r\nTransfer-Encoding: chunked`,
        Buffer.from(random.pick(['zz\r\n{}\r\n', '-1\r\n', '5\r\n{}'])),
      ),
    ),
    halfClose: true,
  })),
  framed(
    'an unknown transfer encoding',
    true,
    (random) => (head, body) =>
      lastly(joinParts(`${head}\r\nTransfer-Encoding: ${random.pick(['gzip', 'x', 'chunked, gzip'])}`, body)),
  ),
  {
    name: 'a head that stops',
    mustRefuse: true,
    apply: (draft, random) => ({
      ...draft,
      frame: (head) => ({
        ...lastly(Buffer.from(head.slice(0, random.between(1, head.length - 1)), 'latin1')),
        halfClose: true,
      }),
    }),
  },
  {
    name: 'not HTTP',
    mustRefuse: true,
    apply: (draft, random) => ({
      ...draft,
      // What stood in the draft does not matter any more; it must not make anybody expect an answer to HEAD.
      method: 'GET',
      frame: () => lastly(Buffer.from(random.pick(NOT_HTTP), 'latin1')),
    }),
  },
  {
    name: 'another version of HTTP',
    mustRefuse: false,
    apply: (draft, random) => ({
      ...draft,
      version: random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0']),
      frame: lastFrame,
    }),
  },
  {
    name: 'empty lines first',
    mustRefuse: false,
    apply: (draft) => ({ ...draft, frame: (head, body) => frameByLength(`\r\n\r\n${head}`, body) }),
  },
  {
    name: 'bare line feeds',
    mustRefuse: false,
    apply: (draft) => ({
      ...draft,
      frame: (head, body) =>
        lastly(Buffer.from(joinParts(head, body).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    }),
  },
];

const NONE = Buffer.alloc(0);

const lastFrame: Frame = (head, body) => ({ ...frameByLength(head, body), lastHere: true });

/** What the server makes of the rest of such a request is its own business: the connection is not used again. */
function lastly(bytes: Buffer): RawRequest {
  return { bytes, lastHere: true };
}

/** Only for requests with a body to speak of. */
function framed(
  name: string,
  mustRefuse: boolean,
  frameOf: (random: Random, body: Buffer | undefined) => Frame,
): Mutation {
  return {
    name,
    mustRefuse,
    apply: (draft, random) =>
      (draft.body?.length ?? 0) < 2 ? undefined : { ...draft, frame: frameOf(random, draft.body) },
  };
}

function chunked(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
