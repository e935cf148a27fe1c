import { z } from 'zod';

/** Ids of what is managed. What the service's own API names too has its id there. */
export const MANAGE_ID_PREFIXES = {
  organisation: 'org_',
  environment: 'env_',
  apiKey: 'key_',
  contract: 'ctr_',
  operator: 'opr_',
  managementToken: 'mtk_',
  dryRun: 'dry_',
  session: 'ses_',
  auditEntry: 'aud_',
  webhookEndpoint: 'we_',
  reconciliationFinding: 'fnd_',
  request: 'req_',
} as const;

export const OrganisationId = idSchema('organisation');
export const EnvironmentId = idSchema('environment');
export const ApiKeyId = idSchema('apiKey');
export const ContractId = idSchema('contract');
export const OperatorId = idSchema('operator');
export const ManagementTokenId = idSchema('managementToken');
export const DryRunId = idSchema('dryRun');
export const SessionId = idSchema('session');
export const AuditEntryId = idSchema('auditEntry');
export const WebhookEndpointId = idSchema('webhookEndpoint');
export const ReconciliationFindingId = idSchema('reconciliationFinding');
export const RequestId = idSchema('request');

function idSchema(kind: keyof typeof MANAGE_ID_PREFIXES): z.ZodString {
  return z.string().regex(new RegExp(`^${MANAGE_ID_PREFIXES[kind]}[A-Za-z0-9]{8,64}$`));
}
