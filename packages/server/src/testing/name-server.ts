/**
 * A name server over UDP that answers as it is told, for tests of what happens to those who believe it. It knows questions
 * for A and AAAA, and answers with addresses or with nothing. Nothing but tests imports this.
 */
import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

export interface NameServer {
  /** As `host:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

const HEAD_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const CLASS_IN = 1;
/** A response, with recursion wanted and had. */
const FLAGS_ANSWER = 0x8180;
/** Where the question's name stands. */
const NAME_OF_QUESTION = 0xc00c;

/** Nothing answered may be kept: the next question is asked anew. */
const TTL_S = 0;

export async function startNameServer(
  answer: (name: string, family: 4 | 6) => readonly string[],
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    const family = type === TYPE_A ? 4 : 6;
    const addresses = type === TYPE_A || type === TYPE_AAAA ? answer(name, family) : [];
    socket.send(response(question.subarray(0, end), addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

function readQuestion(message: Buffer): {
  readonly name: string;
  readonly type: number;
  readonly end: number;
} {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function response(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(FLAGS_ANSWER, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(NAME_OF_QUESTION, 0);
  head.writeUInt16BE(data.length === 4 ? TYPE_A : TYPE_AAAA, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(TTL_S, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  const bytes = Buffer.alloc(16);
  for (const [at, group] of all.entries()) bytes.writeUInt16BE(group, at * 2);
  return bytes;
}
