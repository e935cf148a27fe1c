import type { Channel, Result } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import type { Failure } from '../domain/failure.ts';
import { checkReturnUri } from '../domain/return-uri.ts';
import type { Database } from '../store/database.ts';
import { readReturnOrigins } from '../store/organisations.ts';

/** The list is read anew each time, so that a change of it holds at once; a test environment has none to read. */
export async function admitReturnUri(
  deps: { readonly db: Database },
  { id, mode }: Environment,
  returnUri: string,
  channel: Channel | undefined,
): Promise<Result<undefined, Failure>> {
  const returnOrigins = mode === 'live' ? await readReturnOrigins(deps.db, id) : [];
  return checkReturnUri(returnUri, { mode, channel, returnOrigins });
}
