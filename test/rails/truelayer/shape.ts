/** Every path of a JSON value with the kind of what stands there; all items of a list share one path. */
export type Shape = ReadonlyMap<string, string>;

export function pathsOf(value: unknown, path = ''): Shape {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const here: [string, string][] = path === '' ? [] : [[path, kind]];
  const parts: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item) => ['[]', item])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  const below = parts.flatMap(([name, part]) => [...pathsOf(part, path === '' ? name : `${path}.${name}`)]);
  return new Map([...here, ...below]);
}
