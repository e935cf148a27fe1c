import type { Explanation } from '../schemas/explanation.ts';

export const cheapest: Explanation = {
  key: 'rank.cheapest',
  vars: { rail: 'truelayer', cost: '0.25', currency: 'EUR' },
  message: 'TrueLayer is the cheapest route, at EUR 0.25.',
};

export const institutionPolicy: Explanation = {
  key: 'link.policy_first',
  vars: { rail: 'truelayer', rank: '1' },
  message: 'TrueLayer is first in your policy for this bank.',
};

export const approvalPending: Explanation = {
  key: 'payment.awaiting_approval',
  vars: {},
  message: 'The payer has not approved the payment at the bank yet.',
};

export const processing: Explanation = {
  key: 'payment.submitted',
  vars: { rail: 'truelayer' },
  message: 'The bank has accepted the payment and is executing it.',
};
