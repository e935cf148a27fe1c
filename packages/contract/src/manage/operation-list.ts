import type { z } from 'zod';
import type { PartsOf } from '../operation-list.ts';
import type { ManageOperation } from './operation.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './operations/api-keys.ts';
import { listAuditEntries, verifyAuditEntries } from './operations/audit-entries.ts';
import { applyConfiguration, getConfiguration, planConfiguration } from './operations/configuration.ts';
import {
  createConnection,
  deleteConnection,
  disableConnection,
  drainConnection,
  enableConnection,
  getConnection,
  listConnections,
  setConnectionCredentials,
  testConnection,
  updateConnection,
} from './operations/connections.ts';
import { getContract, listContracts, updateContract } from './operations/contracts.ts';
import { eraseCustomer } from './operations/customers.ts';
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
import {
  activatePolicy,
  createDryRun,
  createPolicyDraft,
  getDryRun,
  getPolicy,
  listPolicies,
} from './operations/policies.ts';
import { getPriceList, listPriceLists, setPriceList } from './operations/prices.ts';
import {
  listReconciliationFindings,
  resolveReconciliationFinding,
} from './operations/reconciliation-findings.ts';
import { getRequestLogEntry, listRequestLog } from './operations/request-log.ts';
import { approveReview, listReviews, resolveReview } from './operations/reviews.ts';
import { changePassword, createSession, endSession, getMe } from './operations/sessions.ts';
import { getStatistics } from './operations/statistics.ts';
import {
  advanceTestClock,
  clearTestFaults,
  createTestFault,
  getTestClock,
  listTestFaults,
  triggerTestEvent,
} from './operations/test-environments.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  resendWebhookDelivery,
} from './operations/webhook-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from './operations/webhook-endpoints.ts';

const LIST = [
  createSession,
  endSession,
  getMe,
  changePassword,
  listEnvironments,
  getEnvironment,
  createEnvironment,
  updateEnvironment,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  listConnections,
  getConnection,
  createConnection,
  updateConnection,
  setConnectionCredentials,
  testConnection,
  enableConnection,
  disableConnection,
  drainConnection,
  deleteConnection,
  listPriceLists,
  getPriceList,
  setPriceList,
  listContracts,
  getContract,
  updateContract,
  listPolicies,
  getPolicy,
  createPolicyDraft,
  activatePolicy,
  createDryRun,
  getDryRun,
  getConfiguration,
  planConfiguration,
  applyConfiguration,
  listOperators,
  createOperator,
  updateOperator,
  disableOperator,
  enableOperator,
  resetPassword,
  listManagementTokens,
  createManagementToken,
  revokeManagementToken,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  rotateWebhookSecret,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  resendWebhookDeliveries,
  eraseCustomer,
  listReconciliationFindings,
  resolveReconciliationFinding,
  listReviews,
  resolveReview,
  approveReview,
  getStatistics,
  listRequestLog,
  getRequestLogEntry,
  triggerTestEvent,
  listTestFaults,
  createTestFault,
  clearTestFaults,
  getTestClock,
  advanceTestClock,
  listAuditEntries,
  verifyAuditEntries,
] as const;

/** All operations of the management API, by the order of its tags. */
export const MANAGE_OPERATIONS: readonly (ManageOperation & { readonly name: ManageOperationName })[] = LIST;

type Listed = (typeof LIST)[number];

export type ManageOperationName = Listed['name'];

type ManageOperationOf<N extends ManageOperationName> = Extract<Listed, { readonly name: N }>;

/** What an operation is given once it is validated: `params`, `query` and `body`, as far as it has them. */
export type ManageInputOf<N extends ManageOperationName> = PartsOf<ManageOperationOf<N>>;

/** What an operation answers. */
export type ManageOutputOf<N extends ManageOperationName> = z.output<ManageOperationOf<N>['output']>;
