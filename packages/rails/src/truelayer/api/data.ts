/** The Data API: what a user's token lets us read. */
import type { Ports } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { TruelayerCredentials } from '../credentials.ts';
import { type Exchange, readExchange } from './exchange.ts';

export interface DataApi {
  accounts(access: DataAccess): Promise<Exchange<readonly DataAccount[]>>;
  info(access: DataAccess): Promise<Exchange<readonly DataInfo[]>>;
  me(access: DataAccess): Promise<Exchange<readonly DataConnection[]>>;
}

export interface DataAccess {
  readonly token: string;
  /** With the user's address the bank counts the call as the user's own. */
  readonly psuIp?: string;
}

const provider = z.object({ provider_id: z.string().min(1), display_name: z.string().optional() });
const account = z.object({
  account_id: z.string().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  account_number: z.object({
    iban: z.string().nullish(),
    number: z.string().nullish(),
    sort_code: z.string().nullish(),
  }),
  provider: provider.optional(),
});
const info = z.object({ full_name: z.string().nullish() });
const connection = z.object({
  credentials_id: z.string().min(1),
  consent_expires_at: z.iso.datetime({ offset: true }).nullish(),
});

export type DataAccount = z.infer<typeof account>;
export type DataInfo = z.infer<typeof info>;
export type DataConnection = z.infer<typeof connection>;

export function createDataApi(credentials: TruelayerCredentials, { http }: Pick<Ports, 'http'>): DataApi {
  const get = async <Item>(
    path: string,
    item: z.ZodType<Item>,
    { token, psuIp }: DataAccess,
  ): Promise<Exchange<readonly Item[]>> => {
    const answer = await http.send({
      method: 'GET',
      url: `${credentials.api_base_url}/data/v1/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(psuIp === undefined ? {} : { 'x-psu-ip': psuIp }),
      },
      purpose: `data.${path}`,
    });
    const exchange = readExchange(answer, z.object({ results: z.array(item) }));
    return exchange.kind === 'ok' ? { kind: 'ok', body: exchange.body.results } : exchange;
  };
  return {
    accounts: (access) => get('accounts', account, access),
    info: (access) => get('info', info, access),
    me: (access) => get('me', connection, access),
  };
}
