/** JSON as a person would write it: what fits on a line stays on it. */
const LINE_LENGTH_MAX = 84;

export function jsonText(value: unknown, indent = ''): string {
  const flat = flatText(value);
  if (indent.length + flat.length <= LINE_LENGTH_MAX || typeof value !== 'object' || value === null)
    return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + jsonText(item, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${jsonText(member, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function flatText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${flatText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
