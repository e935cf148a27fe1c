import { z } from 'zod';
import { AmountValue, Asset } from './amount.ts';
import { Country } from './country.ts';
import { InstitutionId } from './id.ts';
import { Preference } from './preference.ts';
import { CapabilityId, Custody } from './rail.ts';
import { RailId } from './rail-id.ts';
import { PPM } from './reliability.ts';
import { Scheme } from './scheme.ts';

const RuleConditions = z
  .strictObject({
    operations: z.array(CapabilityId).exactOptional(),
    countries: z.array(Country).exactOptional().describe("The payer's country."),
    institutions: z
      .array(InstitutionId)
      .exactOptional()
      .describe("Of the side that counts: the payee's for payouts and transfers abroad, else the payer's."),
    schemes: z.array(Scheme).exactOptional().describe('Of the same side.'),
    assets: z.array(Asset).exactOptional(),
    amountMin: AmountValue.exactOptional().describe("Minor units of the amount's own asset, included."),
    amountMax: AmountValue.exactOptional().describe("Minor units of the amount's own asset, included."),
  })
  .meta({ id: 'RuleConditions', description: 'All that are stated must hold. For a band: for all of it.' });

const RailsAction = z
  .strictObject({
    type: z
      .enum(['exclude', 'require', 'prefer'])
      .describe('`exclude` removes the rails, `require` all others, `prefer` moves them to the front.'),
    rails: z.array(RailId),
  })
  .meta({ id: 'RailsAction' });

const SplitAction = z
  .strictObject({
    type: z.literal('split'),
    shares: z.array(z.strictObject({ rail: RailId, percent: z.int().min(0).max(100) })),
  })
  .meta({ id: 'SplitAction', description: 'One of the rails is drawn, by its share.' });

export const PolicyRule = z
  .strictObject({
    id: z.string(),
    when: RuleConditions,
    // biome-ignore lint/suspicious/noThenProperty: a rule reads when … then …, and nobody awaits a schema.
    then: z.union([RailsAction, SplitAction]),
  })
  .meta({
    id: 'PolicyRule',
    description: 'Acts on the rails still in the running. The first `prefer` or `split` that matches counts.',
  });

export const RoutingPolicy = z
  .strictObject({
    id: z.string(),
    version: z.int().min(1),
    preference: Preference.describe('Used when a request states none.'),
    valuation: z
      .strictObject({
        asset: Asset,
        failureCost: AmountValue.describe('What one failed attempt costs.'),
        hourCost: AmountValue.describe('What an hour of waiting is worth.'),
      })
      .describe('What `recommended` weighs, in minor units of `asset`.'),
    custodyAdmitted: z.array(Custody),
    railOrder: z.array(RailId).describe('Breaks ties, first is best.'),
    rules: z.array(PolicyRule).describe('Applied in order.'),
    reliability: z.strictObject({
      floorPpm: PPM.describe('Rails under it are left out, unless that would leave none.'),
      priorPpm: PPM.describe('What is believed of a rail nobody has tried.'),
      priorStrength: z.int().min(0).describe('How many outcomes that belief is worth.'),
      halfLifeMs: z.int().min(1).describe('The time in which half of what was learnt is forgotten.'),
    }),
    exploration: z.strictObject({
      ratePpm: PPM.describe('0 is off.'),
      amountMax: AmountValue.describe('Never above this, in minor units of the valuation asset.'),
    }),
    salt: z.string().describe('Mixed into every draw, so that no two environments split alike.'),
  })
  .meta({ id: 'RoutingPolicy', description: 'How the environment wants its rails chosen.' });
