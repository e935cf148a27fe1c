/** In whole segments: `/1/x` is below `/1`, and `/137` is not. Every path is below itself and below nothing. */
export function isBelow(path: string, root: string): boolean {
  const start = root.endsWith('/') ? root.slice(0, -1) : root;
  return path === start || path.startsWith(`${start}/`);
}
