/** One call to a running service. What goes wrong is thrown as the client's errors, whose sentences can be shown. */
import { callService, Unreachable } from '@switchyard/client';
import type { CliConfig } from './config.ts';
import { Failure } from './failure.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** By flag, before that of the environment. */
  readonly url?: string | undefined;
}

const TIMEOUT_MS = 60_000;

export async function askService(
  { url: configured, manageToken }: CliConfig,
  { url = configured, ...request }: Question,
): Promise<unknown> {
  const deps = {
    baseUrl: url.replace(/\/+$/, ''),
    key: manageToken ?? 'none',
    fetch: globalThis.fetch,
    now: () => Date.now(),
    timeoutMs: TIMEOUT_MS,
  };
  try {
    const answer = await callService(deps, request);
    return answer.kind === 'body' ? answer.body : undefined;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Failure(`There is no answer from ${url}. Is the service running? Else say where with --url.`);
  }
}
