import { CONNECTION_MODES, CONNECTION_STATUSES } from '@switchyard/engine';
import { z } from 'zod';
import { Country } from './country.ts';
import { ConnectionId } from './id.ts';
import { RailRole } from './rail.ts';
import { PPM } from './reliability.ts';
import { Timestamp } from './timestamp.ts';

export const CIRCUIT_STATES = ['closed', 'half_open', 'open'] as const;

export const ConnectionHealth = z
  .strictObject({
    successPpm: PPM.nullable(),
    p50Ms: z.int().min(0).nullable(),
    p95Ms: z.int().min(0).nullable(),
    circuit: z.enum(CIRCUIT_STATES),
    since: Timestamp,
  })
  .meta({
    id: 'ConnectionHealth',
    description: 'How the connection has been doing. Null where nothing was seen yet.',
  });

export const Connection = z
  .strictObject({
    id: ConnectionId,
    object: z.literal('connection'),
    rail: z.string(),
    label: z.string(),
    mode: z.enum(CONNECTION_MODES).describe('`decide` connections hold no credentials and are never called.'),
    status: z.enum(CONNECTION_STATUSES),
    roles: z.array(RailRole),
    countries: z.array(Country),
    credentials: z.array(z.string()).describe('Names of the credentials that are set; never their values.'),
    health: ConnectionHealth,
    contract: z.string().optional().describe('The contract that prices it.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Connection', description: "Your environment's connection to a rail." });
export type Connection = z.output<typeof Connection>;
