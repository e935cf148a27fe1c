/** An array that was bound as bytes, in the form in which Postgres writes it. */

/** Dimensions, whether any is null, the type; then the length and where counting begins. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const TEXT_OID = 25;
const JSON_OID = 114;
const TIMESTAMPTZ_OID = 1184;
const INTEGER_OID = 23;
/** Timestamps count microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Undefined when the bytes are something else: an array of one dimension and a type that we read ends where it says. */
export function binaryArrayText(bytes: Buffer): string | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const read = ELEMENTS[bytes.readInt32BE(8)];
  if (bytes.readInt32BE(0) !== 1 || bytes.readInt32BE(16) !== 1 || read === undefined) return undefined;
  const elements: string[] = [];
  let at = HEADER_BYTES;
  for (let left = bytes.readInt32BE(12); left > 0; left -= 1) {
    if (at + LENGTH_BYTES > bytes.length) return undefined;
    const length = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    elements.push(length < 0 ? 'null' : quoted(read(bytes.subarray(at, at + length))));
    at += Math.max(0, length);
  }
  return at === bytes.length ? `{${elements.join(',')}}` : undefined;
}

const ELEMENTS: Readonly<Record<number, (bytes: Buffer) => string>> = {
  [TEXT_OID]: (bytes) => bytes.toString(),
  [JSON_OID]: (bytes) => bytes.toString(),
  [INTEGER_OID]: (bytes) => String(bytes.readInt32BE(0)),
  [TIMESTAMPTZ_OID]: (bytes) => new Date(EPOCH_MS + Number(bytes.readBigInt64BE(0) / 1000n)).toISOString(),
};

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

const ARRAY = /^\{(?:(?:"(?:[^"\\]|\\.)*"|null),?)*\}$/;

/** What stands in an array that is written so; nothing when the text is something else. */
export function elementsOf(text: string): readonly string[] {
  if (!ARRAY.test(text)) return [];
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside = '']) =>
    inside.replaceAll(/\\(.)/g, '$1'),
  );
}
