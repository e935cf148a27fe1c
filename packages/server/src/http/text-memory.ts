/** Remembers the text of values that come again as the very same object. Only frozen ones: their text cannot change. */
export function createTextMemory(write: (value: unknown) => string): (value: unknown) => string {
  const known = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value);
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const text = write(value);
    known.set(value, text);
    return text;
  };
}
