/** Collects what went wrong: each kind of finding a few times in words, and how often in all. */
export interface Findings {
  /** `kind` is what the finding has in common with others like it; `detail` is about this one. */
  add(kind: string, detail?: string): void;
  readonly count: number;
  list(): readonly string[];
}

const DETAILS_PER_KIND_MAX = 3;

export function createFindings(): Findings {
  const kinds = new Map<string, { count: number; readonly details: string[] }>();
  let count = 0;
  return {
    add(kind, detail) {
      count += 1;
      const found = kinds.get(kind) ?? { count: 0, details: [] };
      found.count += 1;
      if (detail !== undefined && found.details.length < DETAILS_PER_KIND_MAX) found.details.push(detail);
      kinds.set(kind, found);
    },
    get count() {
      return count;
    },
    list: () => Array.from(kinds, ([kind, found]) => describe(kind, found.count, found.details)),
  };
}

function describe(kind: string, count: number, details: readonly string[]): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  return [`${kind}${times}`, ...details.map((detail) => `    ${detail}`)].join('\n');
}
