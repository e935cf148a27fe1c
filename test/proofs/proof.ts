/**
 * What a proof is: a claim about the running service that no unit test can settle, tried at a scale of choice. The
 * short form runs with every `npm test`, the long one by `npm run prove`. Whatever is chosen at random comes from the
 * seed, which is printed, so that a failure can be tried again.
 */
export interface Proof {
  readonly name: string;
  readonly claim: string;
  /** What the scale counts, such as `kills`. */
  readonly unit: string;
  readonly scaleShort: number;
  readonly scaleLong: number;
  /** What it consists of, where a part can be tried alone. */
  readonly parts?: readonly string[];
  run(options: ProofOptions): Promise<Verdict>;
}

export interface ProofOptions {
  readonly seed: number;
  readonly scale: number;
  /** One of its parts; all of them unless told. */
  readonly only?: string;
  readonly onProgress: (line: string) => void;
}

export interface Verdict {
  /** Why the claim does not hold; empty when it does. */
  readonly failures: readonly string[];
  /** What was really done, so that a reader can judge what the verdict is worth. */
  readonly facts: Readonly<Record<string, number | string>>;
}
