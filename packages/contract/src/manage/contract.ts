import { procedureOf } from '../procedure.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './operations/api-keys.ts';
import { listAuditEntries, verifyAuditEntries } from './operations/audit-entries.ts';
import {
  createEnvironment,
  getEnvironment,
  listEnvironments,
  updateEnvironment,
} from './operations/environments.ts';
import {
  createManagementToken,
  listManagementTokens,
  revokeManagementToken,
} from './operations/management-tokens.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  resetPassword,
  updateOperator,
} from './operations/operators.ts';
import { changePassword, createSession, endSession, getMe } from './operations/sessions.ts';

/** The management API as oRPC's clients and generators read it. Its keys are the operations' names. */
export const manageContract = {
  sessions: { create: procedureOf(createSession), end: procedureOf(endSession) },
  me: { get: procedureOf(getMe), changePassword: procedureOf(changePassword) },
  environments: {
    list: procedureOf(listEnvironments),
    get: procedureOf(getEnvironment),
    create: procedureOf(createEnvironment),
    update: procedureOf(updateEnvironment),
  },
  apiKeys: {
    list: procedureOf(listApiKeys),
    create: procedureOf(createApiKey),
    rotate: procedureOf(rotateApiKey),
    revoke: procedureOf(revokeApiKey),
  },
  operators: {
    list: procedureOf(listOperators),
    create: procedureOf(createOperator),
    update: procedureOf(updateOperator),
    disable: procedureOf(disableOperator),
    enable: procedureOf(enableOperator),
    resetPassword: procedureOf(resetPassword),
  },
  managementTokens: {
    list: procedureOf(listManagementTokens),
    create: procedureOf(createManagementToken),
    revoke: procedureOf(revokeManagementToken),
  },
  auditEntries: { list: procedureOf(listAuditEntries), verify: procedureOf(verifyAuditEntries) },
};
