/** Every operation of the management API and the function that performs it: a new one does not compile without. */
import type { ManageOperationName } from '@switchyard/contract';
import { createApiKey } from './api-keys-create.ts';
import { listApiKeysPage } from './api-keys-list.ts';
import { revokeApiKey } from './api-keys-revoke.ts';
import { rotateApiKey } from './api-keys-rotate.ts';
import { listAuditEntriesPage } from './audit-entries-list.ts';
import { verifyAuditEntries } from './audit-entries-verify.ts';
import { createEnvironment } from './environments-create.ts';
import { getEnvironment } from './environments-get.ts';
import { listEnvironments } from './environments-list.ts';
import { updateEnvironment } from './environments-update.ts';
import { createManagementToken } from './management-tokens-create.ts';
import { listManagementTokensPage } from './management-tokens-list.ts';
import { revokeManagementToken } from './management-tokens-revoke.ts';
import { changePassword } from './me-change-password.ts';
import { getMe } from './me-get.ts';
import type { ManageHandler } from './operation.ts';
import { createOperator } from './operators-create.ts';
import { disableOperator } from './operators-disable.ts';
import { enableOperator } from './operators-enable.ts';
import { listOperatorsPage } from './operators-list.ts';
import { resetPassword } from './operators-reset-password.ts';
import { updateOperator } from './operators-update.ts';
import { createSession } from './sessions-create.ts';
import { endSession } from './sessions-end.ts';

export const MANAGE_HANDLERS: { readonly [N in ManageOperationName]: ManageHandler<N> } = {
  'sessions.create': createSession,
  'sessions.end': endSession,
  'me.get': getMe,
  'me.changePassword': changePassword,
  'environments.list': listEnvironments,
  'environments.get': getEnvironment,
  'environments.create': createEnvironment,
  'environments.update': updateEnvironment,
  'apiKeys.list': listApiKeysPage,
  'apiKeys.create': createApiKey,
  'apiKeys.rotate': rotateApiKey,
  'apiKeys.revoke': revokeApiKey,
  'operators.list': listOperatorsPage,
  'operators.create': createOperator,
  'operators.update': updateOperator,
  'operators.disable': disableOperator,
  'operators.enable': enableOperator,
  'operators.resetPassword': resetPassword,
  'managementTokens.list': listManagementTokensPage,
  'managementTokens.create': createManagementToken,
  'managementTokens.revoke': revokeManagementToken,
  'auditEntries.list': listAuditEntriesPage,
  'auditEntries.verify': verifyAuditEntries,
};
