/**
 * Cuts one direction of a Postgres connection into its messages. Each is a type byte and a length that counts itself
 * and the payload; only the very first from a client has no type.
 */
import { binaryArrayText } from './binary-array-text.ts';

export type OnMessage = (type: string, payload: Buffer) => void;

const LENGTH_BYTES = 4;

export function createMessageReader(
  from: 'client' | 'server',
  onMessage: OnMessage,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let typeBytes = from === 'client' ? 0 : 1;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const headBytes = typeBytes + LENGTH_BYTES;
      if (rest.length < headBytes) return;
      const totalBytes = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < totalBytes) return;
      onMessage(rest.toString('latin1', 0, typeBytes), rest.subarray(headBytes, totalBytes));
      rest = rest.subarray(totalBytes);
      typeBytes = 1;
    }
  };
}

/** A parameter as it was bound: text, bytes, or null. An array is text, also where it was bound as bytes. */
export type BoundValue = string | Buffer | null;

/** Parse: the name a statement is prepared under, and its SQL. */
export function readParse(payload: Buffer): { readonly name: string; readonly text: string } {
  const [name, afterName] = readString(payload, 0);
  const [text] = readString(payload, afterName);
  return { name, text };
}

/** Bind: which prepared statement, with which values. */
export function readBind(payload: Buffer): { readonly name: string; readonly values: readonly BoundValue[] } {
  const [, afterPortal] = readString(payload, 0);
  const [name, afterName] = readString(payload, afterPortal);
  let at = afterName;
  const next16 = (): number => {
    at += 2;
    return payload.readInt16BE(at - 2);
  };
  const formats = Array.from({ length: next16() }, next16);
  const values = Array.from({ length: next16() }, (_, index): BoundValue => {
    const bytes = payload.readInt32BE(at);
    at += LENGTH_BYTES;
    if (bytes < 0) return null;
    const value = payload.subarray(at, at + bytes);
    at += bytes;
    // No format means text for all; a single one stands for all.
    const format = formats.length === 1 ? formats[0] : formats[index];
    return format === 1 ? (binaryArrayText(value) ?? Buffer.from(value)) : value.toString();
  });
  return { name, values };
}

function readString(payload: Buffer, at: number): readonly [string, number] {
  const end = payload.indexOf(0, at);
  return [payload.toString('utf8', at, end), end + 1];
}
