export function presentHash(hash: Buffer): string {
  return `sha256:${hash.toString('hex')}`;
}
