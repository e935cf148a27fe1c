/** Text as JSON writes it, byte for byte what `JSON.stringify` gives. Most text is plain, and to see that is quicker. */
export function quoted(text: string): string {
  return UNUSUAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The same without the quotes, to stand inside a longer text. */
export function escaped(text: string): string {
  return UNUSUAL.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** Whatever is not printable ASCII, and the two characters that JSON escapes. */
const UNUSUAL = /[^ !#-[\]-~]/;
