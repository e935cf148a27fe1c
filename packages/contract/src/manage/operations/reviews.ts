import { ids } from '../../examples/ids.ts';
import { leg } from '../../examples/payment-intent.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  Review,
  ReviewApprove,
  ReviewPage,
  ReviewParams,
  ReviewQuery,
  ReviewResolve,
  ReviewsParams,
} from '../schemas/review.ts';

const tag = 'Reviews';
const environment = manageIds.liveEnvironment;

const open: Review = {
  id: ids.leg,
  object: 'review',
  status: 'open',
  paymentIntent: ids.paymentIntent,
  leg: { ...leg, status: 'review' },
};
const proposal = {
  outcome: 'settled',
  by: manageIds.operator,
  at: '2026-10-15T09:12:44.018Z',
} as const;
const evidence =
  'Line 14 of the statement of 14 October shows the payment, with our reference and the full amount.';

export const listReviews = defineManageOperation({
  name: 'reviews.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/reviews',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List legs in review',
  description:
    'Legs of payments of which nobody but a person can find out what became of them, newest first.',
  params: ReviewsParams,
  query: ReviewQuery,
  output: ReviewPage,
  examples: { params: { environment }, query: { limit: 1 }, response: { data: [open], hasMore: false } },
});

export const resolveReview = defineManageOperation({
  name: 'reviews.resolve',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/reviews/{id}/resolve',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Resolve a leg in review',
  description:
    'Says what became of it, with the evidence. In test the payment goes on at once: to its next leg, to its end, or back. In ' +
    'live it is a proposal, which another operator approves. A leg that is not in review is not found.',
  params: ReviewParams,
  body: ReviewResolve,
  output: Review,
  examples: {
    params: { environment, id: ids.leg },
    body: { outcome: 'settled', evidence },
    response: { ...open, status: 'proposed', proposal },
  },
});

export const approveReview = defineManageOperation({
  name: 'reviews.approve',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/reviews/{id}/approve',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Approve what was proposed for a leg',
  description:
    'Carries a proposal out. Whoever made it cannot approve it: 409. So is a proposal that has changed meanwhile, or none.',
  params: ReviewParams,
  body: ReviewApprove,
  output: Review,
  examples: {
    params: { environment, id: ids.leg },
    body: { outcome: 'settled' },
    response: { ...open, status: 'resolved', leg: { ...leg, status: 'settled' }, proposal },
  },
});
