/**
 * Passwords, by argon2id with the pepper as its secret: what is stored is of no use to whoever has the database alone. The
 * parameters are those OWASP recommends (19 MiB, two passes) and stand in each hash, so that they can be raised.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const NONCE_BYTES = 16;
const TAG_BYTES = 32;
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(pepper: Buffer, password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive(pepper, password, nonce, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Takes as long for somebody who does not exist as for somebody who does. */
export async function verifyPassword(
  pepper: Buffer,
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  const match = FORM.exec(hash ?? '');
  if (match === null) {
    await derive(pepper, password, randomBytes(NONCE_BYTES), COST);
    return false;
  }
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const derived = await derive(pepper, password, Buffer.from(nonce, 'base64'), cost);
  const expected = Buffer.from(tag, 'base64');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

const argon2Async = promisify(argon2);

/** The same password is the same however its accents were typed. */
function derive(pepper: Buffer, password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return argon2Async('argon2id', { message, nonce, secret: pepper, tagLength: TAG_BYTES, ...cost });
}

/** Without padding, as hashes of this form are written. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
