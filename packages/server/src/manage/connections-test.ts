import { unreachable } from '@switchyard/engine';
import type { FailureKind } from '@switchyard/rail-kit';
import { fail } from '../domain/failure.ts';
import { explain } from '../messages/explain.ts';
import type { MessageKey } from '../messages/sentences.ts';
import { type DatedConnection, findConnection } from '../store/connections.ts';
import { testConnection as ask, type ConnectionTested } from '../workflows/test-connection.ts';
import type { ManageHandler, Presented } from './operation.ts';

export const testConnection: ManageHandler<'connections.test'> = {
  kind: 'planned',
  async plan({ deps, environment }, { params: { id } }) {
    const connection = await findConnection(deps.db, environment.id, id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    if (connection.mode === 'decide')
      return fail('state_conflict', 'connection.decide_only', { param: 'id' });
    const tested = await ask(deps.workflows, environment.id, id);
    if (tested === undefined) return fail('state_conflict', 'connection.no_credentials', { param: 'id' });
    const output = presentTest(connection, tested);
    const audit = { subject: id, summary: { result: tested.result, reason: output.explanation.key } };
    return { ok: true, value: { write: async () => ({ ok: true, value: { output, audit } }) } };
  },
};

const REASONS: Readonly<Record<FailureKind, MessageKey>> = {
  unavailable: 'connection_test.unavailable',
  rejected: 'connection_test.rejected',
  misconfigured: 'connection_test.misconfigured',
  // Nothing was to happen there: whether it did is not the question.
  unknown_outcome: 'connection_test.unavailable',
};

function presentTest({ id, rail }: DatedConnection, tested: ConnectionTested): Presented<'connections.test'> {
  const vars = { rail };
  const { durationMs } = tested;
  const base = { object: 'connection_test', connection: id, durationMs } as const;
  switch (tested.result) {
    case 'passed': {
      const { result, operation } = tested;
      return { ...base, result, operation, explanation: explain({ key: 'connection_test.passed', vars }) };
    }
    case 'failed': {
      const { result, operation, failure } = tested;
      const { httpStatus, providerCode } = failure;
      return {
        ...base,
        result,
        operation,
        ...(httpStatus === undefined ? {} : { httpStatus }),
        ...(providerCode === undefined ? {} : { providerCode }),
        explanation: explain({ key: REASONS[failure.kind], vars }),
      };
    }
    case 'untested':
      return {
        ...base,
        result: tested.result,
        explanation: explain({ key: 'connection_test.nothing_to_ask', vars }),
      };
    default:
      return unreachable(tested);
  }
}
