/** Prices and contracts of a connection: what operations cost over it, and by which tiers. */
import type { AmountLimit, Fee, PriceConditions } from '@switchyard/engine';
import { CONTRACT_PERIODS } from '../domain/contract-period.ts';
import type { Path, Problem } from './config-problem.ts';
import { BASIS_POINTS_MAX, TIERS_MAX, WORDS_MAX } from './limits.ts';
import { checkMeeting, type Reach } from './reach.ts';
import {
  checked,
  defaulted,
  groupOf,
  listOf,
  mapped,
  oneOf,
  optional,
  type Reader,
  required,
} from './reader.ts';
import type { ContractConfig, PriceConfig } from './routing-config.ts';
import {
  among,
  asset,
  capability,
  country,
  key,
  minorUnits,
  positiveInteger,
  ppm,
  scheme,
  wholeNumber,
} from './words.ts';
import { textOf } from './yaml-tree.ts';

/** `reach` is the connection's; `contracts` are the assets of its contracts, by key. */
export function priceReader(
  reach: Reach | undefined,
  contracts: ReadonlyMap<string, string>,
): Reader<PriceConfig> {
  const under = (fee: Reader<Fee>) =>
    groupOf<PriceConfig>('a price', {
      when: defaulted(conditionsReader(reach), {}),
      fee: required(fee),
      contract: optional(
        among(key, [...contracts.keys()], (name) => `The connection has no contract with the key ${name}.`),
      ),
    });
  const priced = under(FEE);
  const contracted = checked(under(CONTRACT_FEE), ({ fee, contract = '' }, path) => {
    const agreed = contracts.get(contract);
    return agreed === fee.asset
      ? []
      : [{ path: [...path, 'fee', 'asset'], problem: `Must be ${agreed}, in which the contract is.` }];
  });
  return (tree, path) => (textOf(tree, 'contract') === undefined ? priced : contracted)(tree, path);
}

/** An order of prices in which one can never be reached is not what its author meant. */
export function checkPriceOrder(prices: readonly PriceConfig[], path: Path): readonly Problem[] {
  const open = prices.findIndex(({ when }) => Object.keys(when).length === 0);
  if (open < 0 || open === prices.length - 1) return [];
  return [
    {
      path: [...path, open + 1],
      problem: 'Is never reached: the price before it has no conditions, so it always holds.',
    },
  ];
}

export function checkRange(
  range: { readonly min?: string; readonly max?: string },
  path: Path,
): readonly Problem[] {
  const { min, max } = range;
  return min !== undefined && max !== undefined && BigInt(min) > BigInt(max)
    ? [{ path: [...path, 'max'], problem: `Must not be below min, which is ${min}.` }]
    : [];
}

export const amountLimit: Reader<AmountLimit> = checked(
  groupOf<AmountLimit>('a limit', {
    asset: required(asset),
    min: optional(minorUnits),
    max: optional(minorUnits),
  }),
  (limit, path) =>
    limit.min === undefined && limit.max === undefined
      ? [{ path, problem: 'Limits nothing; give min, max or both.' }]
      : checkRange(limit, path),
);

const basisPoints = wholeNumber(0, BASIS_POINTS_MAX);

interface FeeInFile extends Pick<Fee, 'asset' | 'min' | 'max'> {
  readonly fixed?: string;
  readonly bps?: number;
}

const FEE: Reader<Fee> = mapped(
  checked(
    groupOf<FeeInFile>('a fee', {
      asset: required(asset),
      fixed: optional(minorUnits),
      bps: optional(basisPoints),
      min: optional(minorUnits),
      max: optional(minorUnits),
    }),
    (fee, path) =>
      fee.fixed === undefined && fee.bps === undefined
        ? [{ path, problem: 'Says neither fixed nor bps; what is free says fixed: 0.' }]
        : checkRange(fee, path),
  ),
  ({ asset, fixed = '0', bps = 0, ...bounds }) => ({ asset, fixed, bps, ...bounds }),
);

/** The tiers say the rest. */
const CONTRACT_FEE: Reader<Fee> = mapped(
  checked(
    groupOf<Omit<FeeInFile, 'fixed' | 'bps'>>('a fee whose contract has the tiers', {
      asset: required(asset),
      min: optional(minorUnits),
      max: optional(minorUnits),
    }),
    checkRange,
  ),
  ({ asset, ...bounds }) => ({ asset, fixed: '0', bps: 0, ...bounds }),
);

function conditionsReader(reach: Reach | undefined): Reader<PriceConditions> {
  const name = reach?.name ?? 'The rail';
  const within = <T extends string>(
    reader: Reader<T>,
    offered: readonly string[] | undefined,
    verb: string,
  ) =>
    listOf(
      offered === undefined
        ? reader
        : among(reader, offered, (value) => `${name}, as connected here, does not ${verb} ${value}.`),
      { max: WORDS_MAX },
    );
  const countries = reach === undefined || reach.countries.length === 0 ? undefined : reach.countries;
  const group = groupOf<PriceConditions>('the conditions of a price', {
    operations: optional(
      within(
        capability,
        reach?.capabilities.map(({ id }) => id),
        'offer',
      ),
    ),
    countries: optional(within(country, countries, 'serve')),
    schemes: optional(within(scheme, reach?.schemes, 'reach')),
    assets: optional(listOf(asset, { max: WORDS_MAX })),
  });
  if (reach === undefined) return group;
  return checked(group, ({ operations, countries }, path) =>
    checkMeeting(reach, path, operations, countries),
  );
}

type Tier = ContractConfig['tiers'][number];

export const contract: Reader<ContractConfig> = groupOf<ContractConfig>('a contract', {
  key: required(key),
  basis: required(oneOf(['count', 'volume'])),
  asset: required(asset),
  mode: required(oneOf(['retroactive', 'marginal'])),
  period: required(oneOf(CONTRACT_PERIODS)),
  tiers: required(
    checked(
      listOf(
        groupOf<Tier>('a tier', {
          from: required(minorUnits),
          fixed: defaulted(minorUnits, '0'),
          bps: defaulted(basisPoints, 0),
        }),
        { max: TIERS_MAX, unique: ['from'] },
      ),
      checkTiers,
    ),
  ),
  commitment: optional(
    groupOf<NonNullable<ContractConfig['commitment']>>('a commitment', {
      value: required(positiveInteger),
      tolerancePpm: required(ppm),
    }),
  ),
});

function checkTiers(tiers: readonly Tier[], path: Path): readonly Problem[] {
  return tiers.flatMap(({ from }, index) => {
    const before = tiers[index - 1];
    const at = [...path, index, 'from'];
    if (before === undefined) {
      return from === '0'
        ? []
        : [{ path: at, problem: `Must be 0, where the first tier begins, not ${from}.` }];
    }
    return BigInt(from) > BigInt(before.from)
      ? []
      : [{ path: at, problem: `Must be above ${before.from}, where the tier before it begins.` }];
  });
}
