/** Every operation of the management API and the function that performs it: a new one does not compile without. */
import type { ManageOperationName } from '@switchyard/contract';
import { createApiKey } from './api-keys-create.ts';
import { listApiKeysPage } from './api-keys-list.ts';
import { revokeApiKey } from './api-keys-revoke.ts';
import { rotateApiKey } from './api-keys-rotate.ts';
import { listAuditEntriesPage } from './audit-entries-list.ts';
import { verifyAuditEntries } from './audit-entries-verify.ts';
import { applyConfiguration } from './configuration-apply.ts';
import { getConfiguration } from './configuration-get.ts';
import { planConfiguration } from './configuration-plan.ts';
import { createConnection } from './connections-create.ts';
import { deleteConnection } from './connections-delete.ts';
import { disableConnection } from './connections-disable.ts';
import { drainConnection } from './connections-drain.ts';
import { enableConnection } from './connections-enable.ts';
import { getConnection } from './connections-get.ts';
import { listConnectionsPage } from './connections-list.ts';
import { setConnectionCredentials } from './connections-set-credentials.ts';
import { testConnection } from './connections-test.ts';
import { updateConnection } from './connections-update.ts';
import { getContract } from './contracts-get.ts';
import { listContractsPage } from './contracts-list.ts';
import { updateContract } from './contracts-update.ts';
import { eraseCustomer } from './customers-erase.ts';
import { createDryRun } from './dry-runs-create.ts';
import { getDryRun } from './dry-runs-get.ts';
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
import { activatePolicy } from './policies-activate.ts';
import { createPolicyDraft } from './policies-create.ts';
import { getPolicy } from './policies-get.ts';
import { listPoliciesPage } from './policies-list.ts';
import { getPriceList } from './prices-get.ts';
import { listPriceListsPage } from './prices-list.ts';
import { setPriceList } from './prices-set.ts';
import { listReconciliationFindingsPage } from './reconciliation-findings-list.ts';
import { resolveReconciliationFinding } from './reconciliation-findings-resolve.ts';
import { getRequestLogEntry } from './request-log-get.ts';
import { listRequestLog } from './request-log-list.ts';
import { approveReview } from './reviews-approve.ts';
import { listReviewsPage } from './reviews-list.ts';
import { resolveReview } from './reviews-resolve.ts';
import { createSession } from './sessions-create.ts';
import { endSession } from './sessions-end.ts';
import { getStatistics } from './statistics-get.ts';
import { advanceTestClock } from './test-clock-advance.ts';
import { getTestClock } from './test-clock-get.ts';
import { triggerTestEvent } from './test-events-trigger.ts';
import { clearTestFaults } from './test-faults-clear.ts';
import { createTestFault } from './test-faults-create.ts';
import { listTestFaults } from './test-faults-list.ts';
import { getWebhookDelivery } from './webhook-deliveries-get.ts';
import { listWebhookDeliveries } from './webhook-deliveries-list.ts';
import { resendWebhookDelivery } from './webhook-deliveries-resend.ts';
import { resendWebhookDeliveries } from './webhook-deliveries-resend-since.ts';
import { createWebhookEndpoint } from './webhook-endpoints-create.ts';
import { deleteWebhookEndpoint } from './webhook-endpoints-delete.ts';
import { getWebhookEndpoint } from './webhook-endpoints-get.ts';
import { listWebhookEndpoints } from './webhook-endpoints-list.ts';
import { rotateWebhookSecret } from './webhook-endpoints-rotate-secret.ts';
import { testWebhookEndpoint } from './webhook-endpoints-test.ts';
import { updateWebhookEndpoint } from './webhook-endpoints-update.ts';

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
  'connections.list': listConnectionsPage,
  'connections.get': getConnection,
  'connections.create': createConnection,
  'connections.update': updateConnection,
  'connections.setCredentials': setConnectionCredentials,
  'connections.test': testConnection,
  'connections.enable': enableConnection,
  'connections.disable': disableConnection,
  'connections.drain': drainConnection,
  'connections.delete': deleteConnection,
  'prices.list': listPriceListsPage,
  'prices.get': getPriceList,
  'prices.set': setPriceList,
  'contracts.list': listContractsPage,
  'contracts.get': getContract,
  'contracts.update': updateContract,
  'policies.list': listPoliciesPage,
  'policies.get': getPolicy,
  'policies.create': createPolicyDraft,
  'policies.activate': activatePolicy,
  'dryRuns.create': createDryRun,
  'dryRuns.get': getDryRun,
  'configuration.get': getConfiguration,
  'configuration.plan': planConfiguration,
  'configuration.apply': applyConfiguration,
  'operators.list': listOperatorsPage,
  'operators.create': createOperator,
  'operators.update': updateOperator,
  'operators.disable': disableOperator,
  'operators.enable': enableOperator,
  'operators.resetPassword': resetPassword,
  'managementTokens.list': listManagementTokensPage,
  'managementTokens.create': createManagementToken,
  'managementTokens.revoke': revokeManagementToken,
  'webhookEndpoints.list': listWebhookEndpoints,
  'webhookEndpoints.create': createWebhookEndpoint,
  'webhookEndpoints.get': getWebhookEndpoint,
  'webhookEndpoints.update': updateWebhookEndpoint,
  'webhookEndpoints.rotateSecret': rotateWebhookSecret,
  'webhookEndpoints.delete': deleteWebhookEndpoint,
  'webhookEndpoints.test': testWebhookEndpoint,
  'webhookDeliveries.list': listWebhookDeliveries,
  'webhookDeliveries.get': getWebhookDelivery,
  'webhookDeliveries.resend': resendWebhookDelivery,
  'webhookDeliveries.resendSince': resendWebhookDeliveries,
  'customers.erase': eraseCustomer,
  'reconciliationFindings.list': listReconciliationFindingsPage,
  'reconciliationFindings.resolve': resolveReconciliationFinding,
  'reviews.list': listReviewsPage,
  'reviews.resolve': resolveReview,
  'reviews.approve': approveReview,
  'statistics.get': getStatistics,
  'requestLog.list': listRequestLog,
  'requestLog.get': getRequestLogEntry,
  'testEvents.trigger': triggerTestEvent,
  'testFaults.list': listTestFaults,
  'testFaults.create': createTestFault,
  'testFaults.clear': clearTestFaults,
  'testClock.get': getTestClock,
  'testClock.advance': advanceTestClock,
  'auditEntries.list': listAuditEntriesPage,
  'auditEntries.verify': verifyAuditEntries,
};
