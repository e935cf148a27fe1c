import type { PaymentFacts } from '@switchyard/rail-kit';

export const EVM_FACTS: PaymentFacts = {
  schemes: ['evm-erc20'],
  // The nonce inside the signed bytes lets a chain take them once and never again, so they may be resent for ever.
  idempotencyRetentionMs: Number.MAX_SAFE_INTEGER,
  // Whoever has seen the bytes can bring them back while their nonce is unused, so not being found proves nothing.
  absenceHorizonMs: undefined,
  settledStatuses: ['confirmed', 'finalized'],
  finality: 'confirmations',
  movesMoneyOn: 'start',
  // An ERC-20 transfer has no place for a reference.
  reference: { max: 0, pattern: /^$/ },
};
