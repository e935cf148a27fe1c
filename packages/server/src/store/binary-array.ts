/**
 * Arrays in the binary format of Postgres, for inserts of many rows. As text, every quote in a JSON value is escaped here
 * and unescaped there, and rows of decisions are mostly quotes.
 *
 * The format: dimensions, whether there are nulls, the type of the elements; for each dimension its size and lower bound;
 * then each element's length and bytes. `pg` sends a Buffer as binary.
 */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const TEXT_OID = 25;
const JSON_OID = 114;
const TIMESTAMPTZ_OID = 1184;
const INTEGER_OID = 23;

export function textArray(values: readonly string[]): Buffer {
  return stringsOf(TEXT_OID, values);
}

/** Of texts that are JSON already. */
export function jsonArray(values: readonly string[]): Buffer {
  return stringsOf(JSON_OID, values);
}

/** Of whole numbers that fit into 32 bits. */
export function integerArray(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + INTEGER_BYTES));
  let at = writeHead(bytes, INTEGER_OID, values.length);
  for (const value of values) {
    at = bytes.writeInt32BE(INTEGER_BYTES, at);
    at = bytes.writeInt32BE(value, at);
  }
  return bytes;
}

const INTEGER_BYTES = 4;

/** Postgres counts microseconds from the beginning of 2000. */
export function timestampArray(values: readonly Date[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + TIMESTAMP_BYTES));
  let at = writeHead(bytes, TIMESTAMPTZ_OID, values.length);
  for (const value of values) {
    at = bytes.writeInt32BE(TIMESTAMP_BYTES, at);
    at = bytes.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * MICROS_PER_MS, at);
  }
  return bytes;
}

const TIMESTAMP_BYTES = 8;
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROS_PER_MS = 1000n;

function stringsOf(elementOid: number, values: readonly string[]): Buffer {
  let size = HEAD_BYTES;
  for (const value of values) size += LENGTH_BYTES + Buffer.byteLength(value);
  const bytes = Buffer.allocUnsafe(size);
  let at = writeHead(bytes, elementOid, values.length);
  for (const value of values) {
    const written = bytes.write(value, at + LENGTH_BYTES);
    bytes.writeInt32BE(written, at);
    at += LENGTH_BYTES + written;
  }
  return bytes;
}

function writeHead(bytes: Buffer, elementOid: number, count: number): number {
  let at = bytes.writeInt32BE(1, 0);
  at = bytes.writeInt32BE(0, at);
  at = bytes.writeInt32BE(elementOid, at);
  at = bytes.writeInt32BE(count, at);
  return bytes.writeInt32BE(1, at);
}
