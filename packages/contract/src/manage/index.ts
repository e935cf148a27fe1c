/** The management API: `/manage/v1`. */
export { manageContract } from './contract.ts';
export * from './limits.ts';
export { CSRF_HEADER, generateManageOpenApi } from './openapi.ts';
export type { ManageOperation } from './operation.ts';
export {
  MANAGE_OPERATIONS,
  type ManageInputOf,
  type ManageOperationName,
  type ManageOutputOf,
} from './operation-list.ts';
export { ROLES, ROLES_COVERED, type Role, RoleName } from './roles.ts';
export { Founding } from './schemas/founding.ts';
export { CALL_FAULTS, WEBHOOK_FAULTS } from './schemas/test-fault.ts';
