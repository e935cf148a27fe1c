import {
  CAPABILITY_IDS,
  CAPABILITY_STATUSES,
  CUSTODIES,
  PRODUCTION_ONBOARDINGS,
  RAIL_KINDS,
  RAIL_ROLES,
  RAIL_STATUSES,
  SANDBOX_ONBOARDINGS,
} from '@switchyard/engine';
import { z } from 'zod';
import { Country } from './country.ts';

export const CapabilityId = z.enum(CAPABILITY_IDS).meta({
  id: 'CapabilityId',
  description: 'An operation that rails can carry out.',
});
export const RailKind = z.enum(RAIL_KINDS);
export const RailStatus = z.enum(RAIL_STATUSES);
export const RailRole = z
  .enum(RAIL_ROLES)
  .meta({ id: 'RailRole', description: 'What a rail can be used for.' });
export const Custody = z.enum(CUSTODIES).meta({
  id: 'Custody',
  description: 'Who holds the money while it is under way.',
});

export const RailQuery = z.strictObject({
  country: Country.exactOptional().describe('Only rails that serve this country.'),
  status: RailStatus.exactOptional().describe('Only listings with this status.'),
});

const Onboarding = z.strictObject({
  sandbox: z.enum(SANDBOX_ONBOARDINGS).describe('How one gets test credentials.'),
  production: z.enum(PRODUCTION_ONBOARDINGS).describe('How one gets live credentials.'),
  notes: z.string().optional(),
});

const CredentialField = z.strictObject({
  key: z.string().describe('Name of the credential.'),
  secret: z.boolean().describe('Whether it must never be shown again once it is stored.'),
  description: z.string(),
});

export const RailCapability = z
  .strictObject({
    id: CapabilityId,
    countries: z.array(Country).min(1),
    status: z.enum(CAPABILITY_STATUSES),
    source: z.url().optional().describe("The provider's own page that says so."),
    checkedAt: z.iso.date().optional().describe('When that page was last read.'),
    notes: z.string().optional(),
  })
  .meta({ id: 'RailCapability', description: 'One operation of a rail, and where it works.' });

export const Rail = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: RailKind,
    status: RailStatus.describe('How far our integration is.'),
    summary: z.string(),
    website: z.url(),
    logoUrl: z.url().optional(),
    roles: z.array(RailRole),
    countries: z.array(Country),
    schemes: z.array(z.string()).describe('The payto schemes the rail can pay to or from.'),
    custody: z.array(Custody),
    regulated: z.string().describe('Who the regulated party is, in plain words.'),
    onboarding: Onboarding,
    credentials: z.array(CredentialField).describe('What a connection to this rail asks for.'),
    capabilities: z.array(RailCapability).optional(),
  })
  .meta({ id: 'Rail', description: 'A payment or data provider in the catalogue.' });
export type Rail = z.output<typeof Rail>;

export const RailList = z.strictObject({ data: z.array(Rail) }).meta({ id: 'RailList' });
