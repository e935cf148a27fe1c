/** Asks a provider for something that changes nothing there, to see whether a connection works. */
import { type Failed, isFailure, type Rail } from '@switchyard/rail-kit';
import type { WorkflowDeps } from './deps.ts';

/** `untested`: there is nothing that the provider could be asked, or the adapter knew the answer by itself. */
export type ConnectionTested = { readonly durationMs: number } & (
  | { readonly result: 'passed'; readonly operation: string }
  | { readonly result: 'failed'; readonly operation: string; readonly failure: Failed }
  | { readonly result: 'untested' }
);

interface Question {
  readonly operation: string;
  ask(): Promise<{ readonly kind: string }>;
}

const STATEMENT_SPAN_MS = 60 * 60 * 1000;

/** Undefined when the connection has no credentials, or is never called. */
export async function testConnection(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<ConnectionTested | undefined> {
  const connection = await deps.connections.evenIfOff(environmentId, connectionId);
  if (connection === undefined) return undefined;
  const startedMs = deps.elapsedMs();
  let operation = 'open';
  const { answer, isAsked } = await deps.caller.probe(connection, async (rail) => {
    const question = questionFor(rail, deps.now() - deps.aheadMs);
    if (question === undefined) return { kind: 'done' };
    operation = question.operation;
    return question.ask();
  });
  const durationMs = Math.round(deps.elapsedMs() - startedMs);
  if (isFailure(answer)) return { result: 'failed', operation, failure: answer, durationMs };
  return isAsked ? { result: 'passed', operation, durationMs } : { result: 'untested', durationMs };
}

/** By the real time, which is the provider's. */
function questionFor({ institutions, payment, payout }: Rail, nowMs: number): Question | undefined {
  if (institutions !== undefined) {
    return { operation: 'institutions.list', ask: () => institutions.list({}) };
  }
  const statement = payout?.statement ?? payment?.statement;
  if (statement === undefined) return undefined;
  const span = { fromMs: nowMs - STATEMENT_SPAN_MS, toMs: nowMs };
  return { operation: 'statement.page', ask: () => statement.page(span) };
}
