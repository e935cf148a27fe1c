/** Ends a `switch` over a union: a new member fails to compile here until someone has decided about it. */
export function unreachable(x: never): never {
  throw new Error(`Unreachable case reached by a ${typeof x}.`);
}
