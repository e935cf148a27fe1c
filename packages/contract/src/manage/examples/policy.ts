import { ids } from '../../examples/ids.ts';
import type { ComparedPolicy, DryRun, PolicyVersion } from '../schemas/policy.ts';
import { manageIds } from './ids.ts';

export const policySettings: PolicyVersion['policy'] = {
  preference: 'cheapest',
  valuation: { asset: 'iso4217:EUR', failureCost: '150', hourCost: '5' },
  custodyAdmitted: ['none', 'payer-own-account'],
  railOrder: [],
  rules: [
    {
      id: 'prefer-in-germany',
      when: { operations: ['banking.pis.single'], countries: ['DE'] },
      // biome-ignore lint/suspicious/noThenProperty: a rule reads when … then …, and nobody awaits one.
      then: { type: 'prefer', rails: ['truelayer'] },
    },
  ],
  reliability: { floorPpm: 700_000, priorPpm: 900_000, priorStrength: 20, halfLifeMs: 3_600_000 },
  exploration: { ratePpm: 0, amountMax: '0' },
};

export const activePolicy: PolicyVersion = {
  object: 'policy',
  version: 4,
  status: 'active',
  policy: policySettings,
  createdAt: '2026-10-08T08:03:40.112Z',
  activatedAt: '2026-10-08T09:00:00.000Z',
};

export const draftedPolicy: ComparedPolicy = {
  object: 'policy',
  version: 5,
  status: 'draft',
  policy: { ...policySettings, preference: 'fastest' },
  createdAt: '2026-10-09T14:02:11.640Z',
  changes: [{ path: 'preference', from: '"cheapest"', to: '"fastest"' }],
};

export const dryRun: DryRun = {
  id: manageIds.dryRun,
  object: 'dry_run',
  version: 5,
  status: 'completed',
  progress: { done: 10_000, total: 10_000 },
  decisions: {
    same: 8_412,
    changed: 1_588,
    skipped: 0,
    moves: [{ from: 'gocardless', to: 'truelayer', count: 1_588 }],
    before: { cost: [{ value: '310020', asset: 'iso4217:EUR' }], successPpm: 941_200, noRoute: 0 },
    after: { cost: [{ value: '334840', asset: 'iso4217:EUR' }], successPpm: 958_700, noRoute: 0 },
    sample: [ids.decision],
  },
  quotes: {
    held: 96,
    changed: 0,
    infeasible: 4,
    reasons: [{ code: 'policy.excluded', count: 4 }],
  },
  createdAt: '2026-10-09T14:02:30.118Z',
  completedAt: '2026-10-09T14:02:33.902Z',
};
