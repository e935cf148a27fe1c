/**
 * JSON in ASCII: whatever is beyond it is escaped. Such text has as many bytes as characters, so nobody has to read it
 * again to know its length, and it goes to a socket as it is.
 */
export function asciiJson(value: unknown): string {
  return inAscii(JSON.stringify(value));
}

export function quoted(text: string): string {
  // Most text is plain, and to see that is quicker.
  return UNUSUAL.test(text) ? asciiJson(text) : `"${text}"`;
}

/** The same without the quotes, to stand inside a longer text. */
export function escaped(text: string): string {
  return UNUSUAL.test(text) ? asciiJson(text).slice(1, -1) : text;
}

/** Whatever is not printable ASCII, and the two characters that JSON escapes. */
const UNUSUAL = /[^ !#-[\]-~]/;
const BEYOND_ASCII = /[^ -~]/g;

function inAscii(json: string): string {
  return json.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
