/** Every operation of the management API and the function that performs it: a new one does not compile without. */
import type { ManageOperationName } from '@switchyard/contract';
import { listAuditEntriesPage } from './audit-entries-list.ts';
import { verifyAuditEntries } from './audit-entries-verify.ts';
import { getEnvironment } from './environments-get.ts';
import { listEnvironments } from './environments-list.ts';
import { getMe } from './me-get.ts';
import type { ManageHandler } from './operation.ts';
import { createSession } from './sessions-create.ts';
import { endSession } from './sessions-end.ts';

export const MANAGE_HANDLERS: { readonly [N in ManageOperationName]: ManageHandler<N> } = {
  'sessions.create': createSession,
  'sessions.end': endSession,
  'me.get': getMe,
  'environments.list': listEnvironments,
  'environments.get': getEnvironment,
  'auditEntries.list': listAuditEntriesPage,
  'auditEntries.verify': verifyAuditEntries,
};
