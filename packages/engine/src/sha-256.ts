import { invariant } from './invariant.ts';

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as 64 lower-case hex digits.
 *
 * By hand because the engine must answer at once, on the server and in a browser alike: the web's own
 * `crypto.subtle` answers with a promise, and Node's is not in browsers. A text with a lone surrogate is refused:
 * its encoding replaces the surrogate, so two different texts would get the same hash.
 */
export function sha256Hex(text: string): string {
  invariant(text.isWellFormed(), 'a hashed text has no lone surrogate.');
  const bytes = pad(UTF_8.encode(text));
  const state = INITIAL_STATE.slice();
  // Only the last 16 words of the message schedule are ever needed. A typed array this small is also an order
  // of magnitude cheaper to make than one of all 64 words, which matters when what is hashed is an id.
  const schedule = new Int32Array(16);
  for (let offset = 0; offset < bytes.length; offset += BLOCK_BYTES) {
    readBlock(bytes, offset, schedule);
    compress(state, schedule);
  }
  let hex = '';
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0');
  return hex;
}

const BLOCK_BYTES = 64;
const UTF_8 = new TextEncoder();

// The fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64.
const INITIAL_STATE = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** The message, a one bit, zeros, and the length in bits as 64-bit big-endian: a whole number of blocks. */
function pad(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  let bits = message.length * 8;
  for (let index = padded.length - 1; bits > 0; index -= 1) {
    padded[index] = bits % 256;
    bits = Math.floor(bits / 256);
  }
  return padded;
}

function readBlock(bytes: Uint8Array, offset: number, schedule: Int32Array): void {
  for (let i = 0; i < 16; i += 1) {
    const at = offset + i * 4;
    schedule[i] =
      (byte(bytes, at) << 24) |
      (byte(bytes, at + 1) << 16) |
      (byte(bytes, at + 2) << 8) |
      byte(bytes, at + 3);
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let i = 0; i < 64; i += 1) {
    if (i >= 16) extend(schedule, i);
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + word(ROUND_CONSTANTS, i) + word(schedule, i & 15)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  state[0] = word(state, 0) + a;
  state[1] = word(state, 1) + b;
  state[2] = word(state, 2) + c;
  state[3] = word(state, 3) + d;
  state[4] = word(state, 4) + e;
  state[5] = word(state, 5) + f;
  state[6] = word(state, 6) + g;
  state[7] = word(state, 7) + h;
}

/** Word i of the schedule takes the place of word i - 16, the only one that is not needed any more. */
function extend(schedule: Int32Array, i: number): void {
  const w15 = word(schedule, (i - 15) & 15);
  const w2 = word(schedule, (i - 2) & 15);
  const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
  const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
  schedule[i & 15] = word(schedule, i & 15) + s0 + word(schedule, (i - 7) & 15) + s1;
}

// Every index used here is in bounds by construction; the fallback only satisfies the compiler. Two functions,
// because one that reads both kinds of array is measurably slower.
function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

function word(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(bits: number, by: number): number {
  return (bits >>> by) | (bits << (32 - by));
}
