/**
 * The file of the state: changes, appended one batch after the other, and read from the beginning at the next start. A batch
 * is there as a whole or not at all: it carries its length and its checksum. The file is written anew, beside and then
 * over itself, at each start and whenever it has grown to a multiple of what it began with.
 *
 * What `append` was given survives the death of the process at any moment. Against the death of the machine nothing is
 * done: a simulator need not outlive it.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';

/** Without a value: the key is gone. */
export type Change = readonly [table: string, key: string, value?: unknown];

export interface StateFile {
  append(changes: readonly Uint8Array[]): void;
  /** Everything there is, in place of all that was written. */
  rewrite(changes: readonly Uint8Array[]): void;
  /** Whether it is time to write it anew. */
  isLong(): boolean;
  close(): void;
}

export function encodeChange(change: Change): Uint8Array {
  return serialize(change);
}

/** A file that cannot be read, or of another format, is set aside: the simulator then starts from nothing. */
export function openStateFile(path: string): {
  readonly file: StateFile;
  readonly changes: readonly Change[];
} {
  return { changes: readChanges(path), file: createStateFile(path) };
}

/** The number changes with what is kept: a file with another one is of no use. */
const FORMAT = Buffer.from('switchyard simulator state 1\n');
const BATCH_HEADER_BYTES = 8;
const LENGTH_BYTES = 4;
/** Below this it is not worth writing anew. */
const LONG_BYTES = 4 * 1024 * 1024;

function createStateFile(path: string): StateFile {
  let descriptor: number | undefined;
  let sizeAtFirst = 0;
  let size = 0;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    append(changes) {
      if (descriptor === undefined) throw new Error('the file of the state is not open');
      const bytes = batchOf(changes);
      // At its place and not at the end: what a failed attempt left behind is written over.
      writeWhole(descriptor, bytes, size);
      size += bytes.length;
    },
    rewrite(changes) {
      const beside = `${path}.new`;
      const bytes = Buffer.concat([FORMAT, ...(changes.length === 0 ? [] : [batchOf(changes)])]);
      writeFileSync(beside, bytes, { mode: 0o600 });
      renameSync(beside, path);
      close();
      descriptor = openSync(path, 'r+');
      size = bytes.length;
      sizeAtFirst = size;
    },
    isLong: () => size > LONG_BYTES && size > 2 * sizeAtFirst,
    close,
  };
}

function batchOf(changes: readonly Uint8Array[]): Buffer {
  const payload = Buffer.concat(changes.flatMap((change) => [lengthOf(change), change]));
  const header = Buffer.alloc(BATCH_HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), LENGTH_BYTES);
  return Buffer.concat([header, payload]);
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32LE(length);
  return bytes;
}

function writeWhole(descriptor: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}

function readChanges(path: string): readonly Change[] {
  if (!existsSync(path)) return [];
  try {
    return changesIn(readFileSync(path));
  } catch (error) {
    const aside = `${path}.unreadable`;
    renameSync(path, aside);
    const why = error instanceof Error ? error.message : String(error);
    console.error(
      `the simulator cannot read its state and starts from nothing (${why}); the file is now ${aside}`,
    );
    return [];
  }
}

function changesIn(bytes: Buffer): readonly Change[] {
  if (!bytes.subarray(0, FORMAT.length).equals(FORMAT)) throw new Error('it is of another format');
  const changes: Change[] = [];
  let at = FORMAT.length;
  while (at + BATCH_HEADER_BYTES <= bytes.length) {
    const start = at + BATCH_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(at);
    // The process died while it wrote this: whoever waited for it got no answer.
    if (end > bytes.length) return changes;
    const payload = bytes.subarray(start, end);
    if (crc32(payload) !== bytes.readUInt32LE(at + LENGTH_BYTES)) throw new Error('it is damaged');
    for (const change of changesOf(payload)) changes.push(change);
    at = end;
  }
  return changes;
}

function* changesOf(payload: Buffer): Generator<Change> {
  let at = 0;
  while (at < payload.length) {
    const start = at + LENGTH_BYTES;
    at = start + payload.readUInt32LE(at);
    // `encodeChange` is the only writer, and the checksum was right.
    yield deserialize(payload.subarray(start, at)) as Change;
  }
}
