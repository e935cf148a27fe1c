import { procedureOf } from '../procedure.ts';
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
  connections: {
    list: procedureOf(listConnections),
    get: procedureOf(getConnection),
    create: procedureOf(createConnection),
    update: procedureOf(updateConnection),
    setCredentials: procedureOf(setConnectionCredentials),
    test: procedureOf(testConnection),
    enable: procedureOf(enableConnection),
    disable: procedureOf(disableConnection),
    drain: procedureOf(drainConnection),
    delete: procedureOf(deleteConnection),
  },
  prices: {
    list: procedureOf(listPriceLists),
    get: procedureOf(getPriceList),
    set: procedureOf(setPriceList),
  },
  contracts: {
    list: procedureOf(listContracts),
    get: procedureOf(getContract),
    update: procedureOf(updateContract),
  },
  policies: {
    list: procedureOf(listPolicies),
    get: procedureOf(getPolicy),
    create: procedureOf(createPolicyDraft),
    activate: procedureOf(activatePolicy),
  },
  dryRuns: { create: procedureOf(createDryRun), get: procedureOf(getDryRun) },
  configuration: {
    get: procedureOf(getConfiguration),
    plan: procedureOf(planConfiguration),
    apply: procedureOf(applyConfiguration),
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
  webhookEndpoints: {
    list: procedureOf(listWebhookEndpoints),
    create: procedureOf(createWebhookEndpoint),
    get: procedureOf(getWebhookEndpoint),
    update: procedureOf(updateWebhookEndpoint),
    rotateSecret: procedureOf(rotateWebhookSecret),
    delete: procedureOf(deleteWebhookEndpoint),
    test: procedureOf(testWebhookEndpoint),
  },
  webhookDeliveries: {
    list: procedureOf(listWebhookDeliveries),
    get: procedureOf(getWebhookDelivery),
    resend: procedureOf(resendWebhookDelivery),
    resendSince: procedureOf(resendWebhookDeliveries),
  },
  customers: { erase: procedureOf(eraseCustomer) },
  reconciliationFindings: {
    list: procedureOf(listReconciliationFindings),
    resolve: procedureOf(resolveReconciliationFinding),
  },
  reviews: {
    list: procedureOf(listReviews),
    resolve: procedureOf(resolveReview),
    approve: procedureOf(approveReview),
  },
  statistics: { get: procedureOf(getStatistics) },
  requestLog: { list: procedureOf(listRequestLog), get: procedureOf(getRequestLogEntry) },
  testEvents: { trigger: procedureOf(triggerTestEvent) },
  testFaults: {
    list: procedureOf(listTestFaults),
    create: procedureOf(createTestFault),
    clear: procedureOf(clearTestFaults),
  },
  testClock: { get: procedureOf(getTestClock), advance: procedureOf(advanceTestClock) },
  auditEntries: { list: procedureOf(listAuditEntries), verify: procedureOf(verifyAuditEntries) },
};
