/** Which operations of the contract this release performs. The others say for themselves that it does not. */
import type { OperationName } from '@switchyard/contract';
import { HANDLERS } from '../../packages/server/src/operations/handlers.ts';

export function isAvailable(name: OperationName): boolean {
  const handler = HANDLERS[name];
  return !(handler.kind === 'read' && handler.isAbsent === true);
}
