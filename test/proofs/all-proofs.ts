import { engineInBrowser } from '../browser-engine/engine-in-browser.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { kill } from './kill/kill.ts';
import { links } from './links/links.ts';
import { nodes } from './nodes/nodes.ts';
import { paymentKill } from './payment-kill/payment-kill.ts';
import { payments } from './payments/payments.ts';
import type { Proof } from './proof.ts';
import { walkers } from './walkers/walkers.ts';
import { webhooks } from './webhooks/webhooks.ts';

export const PROOFS: readonly Proof[] = [
  walkers,
  kill,
  fuzz,
  links,
  payments,
  paymentKill,
  webhooks,
  nodes,
  engineInBrowser,
];
