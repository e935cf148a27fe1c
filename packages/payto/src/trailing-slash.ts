/** A path with one slash too many at its end is the same path. */
export function withoutTrailingSlash(segments: readonly string[]): readonly string[] {
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}
