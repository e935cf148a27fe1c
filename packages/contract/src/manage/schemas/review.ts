import { z } from 'zod';
import { LegId, PaymentIntentId } from '../../schemas/id.ts';
import { Leg } from '../../schemas/leg.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { EVIDENCE_LENGTH_MAX, EVIDENCE_LENGTH_MIN } from '../limits.ts';
import { EnvironmentId } from './id.ts';

export const ReviewsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the payments are of.'),
});

export const ReviewParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the payment is of.'),
  id: LegId.describe('The leg.'),
});

export const ReviewQuery = z.strictObject({
  after: LegId.exactOptional().describe('The last leg received; the page begins after it.'),
  limit: PageSize,
});

const Outcome = z
  .enum(['settled', 'failed', 'returned'])
  .describe('Where the money is: with the receiver, never left, or back with the sender.');

export const ReviewResolve = z
  .strictObject({
    outcome: Outcome,
    evidence: z
      .string()
      .min(EVIDENCE_LENGTH_MIN)
      .max(EVIDENCE_LENGTH_MAX)
      .describe('What you know it from, such as a line of the provider’s statement. It is kept sealed.'),
  })
  .meta({ id: 'ReviewResolve' });

export const ReviewApprove = z
  .strictObject({
    outcome: Outcome.describe('The one that was proposed, so that it is approved and no other.'),
  })
  .meta({ id: 'ReviewApprove' });

export const Review = z
  .strictObject({
    id: LegId.describe('The leg that is in review.'),
    object: z.literal('review'),
    status: z.enum(['open', 'proposed', 'resolved']).describe('`proposed`: it waits for a second operator.'),
    paymentIntent: PaymentIntentId,
    leg: Leg,
    proposal: z
      .strictObject({ outcome: Outcome, by: z.string(), at: Timestamp })
      .optional()
      .describe('What an operator has found out.'),
  })
  .meta({
    id: 'Review',
    description: 'A leg whose provider has not said what became of it, until the last probe.',
  });
export type Review = z.output<typeof Review>;

export const ReviewPage = pageOf(Review, 'ReviewPage');
