/** The first letter of each word, so that people can tell holders apart in a log and nobody can read their names. */
export function maskHolderName(name: string): string {
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ');
}
