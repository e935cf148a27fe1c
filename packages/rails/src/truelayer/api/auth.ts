/** The auth server: the dialog a user is sent to, tokens, and the list of banks the Data API can reach. */
import type { Ports } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { TruelayerCredentials } from '../credentials.ts';
import { type Exchange, readExchange } from './exchange.ts';

export interface AuthApi {
  /** Where the user goes to agree. No call: the address says it all. */
  dialogUrl(input: {
    readonly redirectUri: string;
    readonly state: string;
    readonly providers?: string;
    readonly providerId?: string;
  }): string;
  clientToken(scope: string): Promise<Exchange<Token>>;
  exchangeCode(input: { readonly code: string; readonly redirectUri: string }): Promise<Exchange<UserToken>>;
  refresh(refreshToken: string): Promise<Exchange<UserToken>>;
  dataProviders(): Promise<Exchange<readonly DataProvider[]>>;
}

/** `info` tells the holder's name, `offline_access` gives the refresh token that lasts as long as the consent. */
export const DATA_SCOPES = 'info accounts balance offline_access';

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().nonnegative() });
const userToken = token.extend({ refresh_token: z.string().min(1).optional() });
const dataProvider = z.object({
  provider_id: z.string().min(1),
  display_name: z.string().min(1),
  country: z.string().min(2),
  logo_url: z.string().nullish(),
  scopes: z.array(z.string()),
});
// There is always some bank, so an empty list is no answer to the question.
const dataProviders = z.array(dataProvider).min(1);

export type Token = z.infer<typeof token>;
export type UserToken = z.infer<typeof userToken>;
export type DataProvider = z.infer<typeof dataProvider>;

export function createAuthApi(credentials: TruelayerCredentials, { http }: Pick<Ports, 'http'>): AuthApi {
  const { auth_base_url: base, client_id, client_secret } = credentials;

  const ask = async <Body>(purpose: string, shape: z.ZodType<Body>, grant: Record<string, string>) =>
    readExchange(
      await http.send({
        method: 'POST',
        url: `${base}/connect/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ ...grant, client_id, client_secret }).toString(),
        purpose,
      }),
      shape,
    );

  return {
    dialogUrl({ redirectUri, state, providers, providerId }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id,
        scope: DATA_SCOPES,
        redirect_uri: redirectUri,
        state,
        ...(providers === undefined ? {} : { providers }),
        ...(providerId === undefined ? {} : { provider_id: providerId }),
      });
      return `${base}/?${query}`;
    },
    clientToken: (scope) => ask('auth.token', token, { grant_type: 'client_credentials', scope }),
    exchangeCode: ({ code, redirectUri }) =>
      ask('auth.code', userToken, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      }),
    refresh: (refreshToken) =>
      ask('auth.refresh', userToken, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async dataProviders() {
      const answer = await http.send({
        method: 'GET',
        url: `${base}/api/providers`,
        headers: { accept: 'application/json' },
        purpose: 'auth.providers',
      });
      return readExchange(answer, dataProviders);
    },
  };
}
