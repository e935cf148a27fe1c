import { z } from 'zod';
import { CustomerId } from '../../schemas/id.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { EnvironmentId } from './id.ts';

export const ErasureParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the customer is in.'),
  id: CustomerId.describe('The customer.'),
});

export const Erasure = z
  .strictObject({
    object: z.literal('erasure'),
    customer: CustomerId.describe('Leads nowhere any more.'),
    closedAccounts: z.int().describe('How many accounts were closed by it.'),
    erasedAt: Timestamp,
  })
  .meta({ id: 'Erasure', description: 'What is left to say of a customer who was erased.' });
