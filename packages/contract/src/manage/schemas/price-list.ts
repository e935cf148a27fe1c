import { z } from 'zod';
import { AmountValue, Asset } from '../../schemas/amount.ts';
import { Country } from '../../schemas/country.ts';
import { ConnectionId } from '../../schemas/id.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { CapabilityId } from '../../schemas/rail.ts';
import { Scheme } from '../../schemas/scheme.ts';
import { BasisPoints, Contract, ContractKey, ContractTerms } from './contract.ts';
import { EnvironmentId } from './id.ts';

export const PriceListsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment that pays these prices.'),
});

export const PriceListParams = z.strictObject({
  environment: EnvironmentId.describe('The environment that pays these prices.'),
  id: ConnectionId.describe('The connection.'),
});

export const PriceListQuery = z.strictObject({
  after: ConnectionId.exactOptional().describe(
    'The connection of the last list received; the page begins after it.',
  ),
  limit: PageSize,
});

const Price = z
  .strictObject({
    when: z
      .strictObject({
        operations: z.array(CapabilityId).exactOptional(),
        countries: z.array(Country).exactOptional(),
        schemes: z.array(Scheme).exactOptional(),
        assets: z.array(Asset).exactOptional().describe('Of the amount that is moved.'),
      })
      .exactOptional()
      .describe('All must hold. Left out, the price always holds, and so stands last.'),
    fee: z
      .strictObject({
        asset: Asset,
        fixed: AmountValue.exactOptional(),
        bps: BasisPoints.exactOptional(),
        min: AmountValue.exactOptional(),
        max: AmountValue.exactOptional(),
      })
      .describe(
        'Fixed and basis points of the amount, rounded up, held between min and max. What is free says `fixed` 0; under a ' +
          'contract the tiers say both.',
      ),
    contract: ContractKey.exactOptional().describe('The key of one of the contracts beside it.'),
  })
  .meta({
    id: 'Price',
    description: 'What an operation costs. The first whose conditions hold is the price.',
  });

export const PriceListSet = z
  .strictObject({
    prices: z.array(Price).describe('In order. An empty list: what it costs is not known.'),
    contracts: z
      .array(ContractTerms)
      .default([])
      .describe(
        'Those that the prices name, known again by their keys: what was counted stays with them. With another basis or asset one is ' +
          'another contract, with an id of its own, and counts from zero.',
      ),
  })
  .meta({ id: 'PriceListSet', description: 'The whole list: what is left out is gone.' });

export const PriceList = z
  .strictObject({
    object: z.literal('price_list'),
    connection: ConnectionId,
    key: z.string().describe("The connection's name in a file of configuration."),
    rail: z.string(),
    prices: z.array(Price),
    contracts: z.array(Contract).describe('Those that the prices name, by their keys.'),
  })
  .meta({ id: 'PriceList', description: 'What operations cost over a connection.' });
export type PriceList = z.output<typeof PriceList>;

/** A list has no id of its own: it is its connection's, and so is the cursor. */
export const PriceListPage = pageOf(PriceList, 'PriceListPage');
