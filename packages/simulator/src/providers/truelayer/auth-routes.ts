/** Tokens, and the list of banks whose accounts can be read, which anybody may ask for. */
import { json } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import { oauthError } from './problems.ts';
import type { App, Connection, State } from './state.ts';

const TOKEN_LIFETIME_S = 3_600;
const CLIENT_SCOPES = ['payments'];

export function authRoutes(state: State): readonly Route[] {
  return [
    { method: 'POST', path: '/connect/token', kind: 'api', handle: ({ form }) => giveToken(state, form) },
    { method: 'GET', path: '/api/providers', kind: 'api', handle: () => json(200, dataProviders(state)) },
  ];
}

function giveToken(state: State, form: URLSearchParams): Reply {
  const app = state.apps.get(form.get('client_id') ?? '');
  if (app === undefined || app.clientSecret !== form.get('client_secret')) {
    return oauthError(400, 'invalid_client');
  }
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return giveClientToken(state, app, form.get('scope') ?? '');
    case 'authorization_code':
      return giveForCode(state, app, form);
    case 'refresh_token':
      return giveForRefresh(state, app, form.get('refresh_token') ?? '');
    default:
      return oauthError(400, 'unsupported_grant_type');
  }
}

function giveClientToken(state: State, { clientId }: App, scope: string): Reply {
  if (!CLIENT_SCOPES.includes(scope)) return oauthError(400, 'invalid_scope');
  const token = state.world.uuid();
  state.clientTokens.set(token, { clientId, untilMs: state.world.now() + TOKEN_LIFETIME_S * 1_000 });
  return json(200, { access_token: token, expires_in: TOKEN_LIFETIME_S, scope, token_type: 'Bearer' });
}

/** A code is good once, for a few minutes, and for the address it was sent to. */
function giveForCode(state: State, { clientId }: App, form: URLSearchParams): Reply {
  const code = form.get('code') ?? '';
  const known = state.codes.get(code);
  const connection = state.connections.get(known?.connectionId ?? '');
  if (known === undefined || connection?.clientId !== clientId) return oauthError(400, 'invalid_grant');
  if (known.redirectUri !== form.get('redirect_uri')) return oauthError(400, 'invalid_grant');
  state.codes.delete(code);
  return known.untilMs <= state.world.now()
    ? oauthError(400, 'invalid_grant')
    : giveUserToken(state, connection);
}

function giveForRefresh(state: State, { clientId }: App, refreshToken: string): Reply {
  const connection = state.connections.find(
    (each) => each.refreshToken === refreshToken && each.clientId === clientId,
  );
  return connection === undefined || !isLive(state, connection)
    ? oauthError(400, 'invalid_grant')
    : giveUserToken(state, connection);
}

function giveUserToken(state: State, connection: Connection): Reply {
  const token = state.world.uuid();
  state.userTokens.set(token, {
    connectionId: connection.id,
    untilMs: state.world.now() + TOKEN_LIFETIME_S * 1_000,
  });
  return json(200, {
    access_token: token,
    expires_in: TOKEN_LIFETIME_S,
    token_type: 'Bearer',
    refresh_token: connection.refreshToken,
    scope: 'info accounts balance offline_access',
  });
}

export function isLive({ world }: State, connection: Connection): boolean {
  return !connection.isRevoked && world.now() < connection.expiresAtMs;
}

function dataProviders({ ids, root }: State) {
  return ids.readable.map((bank) => ({
    provider_id: ids.idOf(bank),
    display_name: bank.name,
    country: bank.country === 'GB' ? 'uk' : bank.country.toLowerCase(),
    logo_url: `${root}/assets/${ids.idOf(bank)}.svg`,
    scopes: ['info', 'accounts', 'balance', 'transactions', 'offline_access'],
  }));
}
