/** How a command ends, told to scripts. The reference in the docs repeats this table. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** No such command or flag, or a value that cannot be. */
  usage: 2,
  /** `apply` found changes, and nobody said to make them. */
  changesPending: 3,
} as const;
