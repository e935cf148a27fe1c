/**
 * Names for requests. There is one for every request, also for those that are refused, so they are made cheaply: the time
 * is written once a millisecond, and randomness is drawn by the block.
 */
import { randomFillSync } from 'node:crypto';
import { base62Digit } from '../domain/base62.ts';
import { requestIdAt } from '../domain/request-id.ts';

/** 83 bits: two requests of one millisecond never share a name. */
const RANDOM_CHARS = 14;
const BLOCK_BYTES = 4_096;
const BASE = 62;
/** A byte's low six bits are one of 64 values, of which 62 are digits. */
const SIX_BITS = 0x3f;

/** Ids have the form of all our others, and sort by time as they do. */
export function createRequestIds(now: () => number): () => string {
  const block = Buffer.alloc(BLOCK_BYTES);
  let at = BLOCK_BYTES;
  let writtenMs = Number.NaN;
  let prefix = '';

  function randomDigit(): string {
    for (;;) {
      if (at === BLOCK_BYTES) {
        randomFillSync(block);
        at = 0;
      }
      const index = block.readUInt8(at) & SIX_BITS;
      at += 1;
      if (index < BASE) return base62Digit(index);
    }
  }

  return () => {
    const nowMs = now();
    if (nowMs !== writtenMs) {
      writtenMs = nowMs;
      prefix = requestIdAt(nowMs);
    }
    let id = prefix;
    for (let i = 0; i < RANDOM_CHARS; i += 1) id += randomDigit();
    return id;
  };
}
