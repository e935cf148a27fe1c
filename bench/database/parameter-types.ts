/** Asks the database for the types of the parameters of statements, as it infers them itself. */
import type { ParameterTypes } from './pgbench-script.ts';

/** Runs a statement on one connection, always the same. */
export type Ask = (text: string) => Promise<readonly { readonly types?: readonly string[] }[]>;

export async function parameterTypes(ask: Ask, texts: Iterable<string>): Promise<ParameterTypes> {
  const types = new Map<string, readonly string[]>();
  for (const text of new Set(texts)) {
    await ask(`prepare bench_types as ${text}`);
    const [row] = await ask(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'bench_types'`,
    );
    await ask('deallocate bench_types');
    types.set(text, row?.types ?? []);
  }
  return types;
}
