import type { ManageOutputOf } from '@switchyard/contract';
import { type FieldChange, fieldChanges } from '../routing-config/plan-change.ts';
import type { StoredPolicy } from '../store/policies.ts';

type Version = ManageOutputOf<'policies.list'>['data'][number];

export function presentPolicy({ version, body, createdAt, activatedAt, isActive }: StoredPolicy) {
  return {
    object: 'policy',
    version,
    status: statusOf(isActive, activatedAt),
    policy: settingsOf(body),
    createdAt: createdAt.toISOString(),
    ...(activatedAt === undefined ? {} : { activatedAt: activatedAt.toISOString() }),
  } as const;
}

/** Beside the version in force, if there is one. */
export function presentCompared(policy: StoredPolicy, active: StoredPolicy['body'] | undefined) {
  const changes: FieldChange[] =
    active === undefined ? [] : [...fieldChanges(settingsOf(active), settingsOf(policy.body))];
  return { ...presentPolicy(policy), changes };
}

function statusOf(isActive: boolean, activatedAt: Date | undefined): Version['status'] {
  if (isActive) return 'active';
  return activatedAt === undefined ? 'draft' : 'retired';
}

function settingsOf({ id: _i, salt: _s, ...settings }: StoredPolicy['body']) {
  return settings;
}
