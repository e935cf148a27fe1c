/** The Data API: what a user's token opens, as long as the consent behind it holds. */
import { json } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import type { BankAccount } from '../../world/bank.ts';
import { isLive } from './auth-routes.ts';
import { oauthError } from './problems.ts';
import type { Connection, State } from './state.ts';

export function dataRoutes(state: State): readonly Route[] {
  return [
    read(state, '/data/v1/accounts', (connection) =>
      accountsOf(state, connection).map((account) => presentAccount(state, connection, account)),
    ),
    read(state, '/data/v1/info', (connection) =>
      accountsOf(state, connection)
        .slice(0, 1)
        .map(({ holderName }) => ({ full_name: holderName, addresses: [], emails: [], phones: [] })),
    ),
    read(state, '/data/v1/me', (connection) => [presentConnection(state, connection)]),
  ];
}

function read(state: State, path: string, results: (connection: Connection) => readonly unknown[]): Route {
  return {
    method: 'GET',
    path,
    kind: 'api',
    handle: (request) =>
      withConnection(state, request, (connection) =>
        json(200, { results: results(connection), status: 'Succeeded' }),
      ),
  };
}

function withConnection(
  state: State,
  { headers }: SimulatedRequest,
  work: (connection: Connection) => Reply,
): Reply {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const known = state.userTokens.get(token);
  const connection = state.connections.get(known?.connectionId ?? '');
  if (known === undefined || connection === undefined || known.untilMs <= state.world.now())
    return oauthError(401, 'unauthorized');
  return isLive(state, connection) ? work(connection) : oauthError(403, 'access_denied');
}

function accountsOf({ world }: State, connection: Connection): readonly BankAccount[] {
  return connection.accounts.flatMap((id) => world.banks.account(id) ?? []);
}

function presentAccount(state: State, connection: Connection, account: BankAccount) {
  const { iban, sortCode, accountNumber } = account;
  return {
    update_timestamp: new Date(state.world.now()).toISOString(),
    account_id: account.id,
    account_type: 'TRANSACTION',
    display_name: account.label,
    currency: account.currency,
    account_number: {
      ...(iban === undefined ? {} : { iban }),
      ...(sortCode === undefined
        ? {}
        : { sort_code: sortCode.replaceAll(/([0-9]{2})(?=[0-9])/g, '$1-'), number: accountNumber }),
      ...(connection.bank.bic === '' ? {} : { swift_bic: connection.bank.bic }),
    },
    provider: providerOf(state, connection),
  };
}

function presentConnection(state: State, connection: Connection) {
  return {
    client_id: connection.clientId,
    credentials_id: connection.id,
    consent_status: 'Authorised',
    consent_created_at: new Date(connection.createdAtMs).toISOString(),
    consent_expires_at: new Date(connection.expiresAtMs).toISOString(),
    provider: providerOf(state, connection),
    scopes: ['info', 'accounts', 'balance', 'offline_access'],
  };
}

function providerOf({ ids, root }: State, { bank }: Connection) {
  const id = ids.idOf(bank);
  return { provider_id: id, display_name: bank.name, logo_uri: `${root}/assets/${id}.svg` };
}
