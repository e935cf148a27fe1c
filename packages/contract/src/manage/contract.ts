import { procedureOf } from '../procedure.ts';
import { listAuditEntries, verifyAuditEntries } from './operations/audit-entries.ts';
import { getEnvironment, listEnvironments } from './operations/environments.ts';
import { createSession, endSession, getMe } from './operations/sessions.ts';

/** The management API as oRPC's clients and generators read it. Its keys are the operations' names. */
export const manageContract = {
  sessions: { create: procedureOf(createSession), end: procedureOf(endSession) },
  me: { get: procedureOf(getMe) },
  environments: { list: procedureOf(listEnvironments), get: procedureOf(getEnvironment) },
  auditEntries: { list: procedureOf(listAuditEntries), verify: procedureOf(verifyAuditEntries) },
};
