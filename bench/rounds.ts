/**
 * Measures subjects in turns. In every round each subject runs once; every second round runs them in the opposite
 * order, so that a machine that grows slower or faster meanwhile favours nobody. A comparison is made within a round,
 * between neighbours in time, and only then summarised.
 */
import { type Spread, spreadOf } from './statistics.ts';

export interface Subject {
  /** True when its measure leaves out a cold start of its own. */
  readonly warmsUpItself?: boolean;
  /** Runs it for about that long and answers its operations per second. */
  readonly measure: (seconds: number) => Promise<number>;
}

export interface Comparison {
  readonly what: string;
  readonly against: string;
  readonly ours: Subject;
  readonly theirs: Subject;
  /** The share of theirs that ours shall reach; none when the comparison is only for information. */
  readonly target?: number;
}

export interface Measured {
  readonly what: string;
  readonly against: string;
  readonly oursPerSecond: Spread;
  readonly theirsPerSecond: Spread;
  readonly ratios: readonly number[];
  readonly ratio: Spread;
  readonly target?: number;
}

export interface RoundsOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
  /** Called before each measurement that counts; it may wait for a better moment. */
  readonly beforeEach: () => Promise<void>;
}

/** Long enough for the compiler to see what is hot, and not counted. */
const WARM_UP_SECONDS = 0.4;

export async function measureInTurns(
  comparisons: readonly Comparison[],
  options: RoundsOptions,
): Promise<readonly Measured[]> {
  const subjects = [...new Set(comparisons.flatMap(({ ours, theirs }) => [ours, theirs]))];
  for (const subject of subjects) {
    if (subject.warmsUpItself !== true) await subject.measure(WARM_UP_SECONDS);
  }
  const readings = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    options.onRound(round);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await options.beforeEach();
      readings.get(subject)?.push(await subject.measure(options.seconds));
    }
  }
  return comparisons.map((comparison) =>
    summarise(comparison, readings.get(comparison.ours) ?? [], readings.get(comparison.theirs) ?? []),
  );
}

export function summarise(
  { what, against, target }: Omit<Comparison, 'ours' | 'theirs'>,
  ours: readonly number[],
  theirs: readonly number[],
): Measured {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return {
    what,
    against,
    oursPerSecond: spreadOf(ours),
    theirsPerSecond: spreadOf(theirs),
    ratios,
    ratio: spreadOf(ratios),
    ...(target === undefined ? {} : { target }),
  };
}
