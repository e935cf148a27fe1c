/**
 * What every topic is given: the API as the owner of each key sees it. Every answer that comes through here has
 * been checked for what the law asks of all of them, so a topic only says what is particular to it.
 */
import { type Api, type ApiAnswer, createApi } from '../harness/api.ts';
import { sendRaw, type TimedAnswer } from '../harness/raw-http.ts';
import type { RunningSwitchyard } from '../harness/start-switchyard.ts';
import { checkEveryAnswer } from './expect.ts';

export interface Context {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly liveKey: string;
  /** The test environment's key; most rules are the same in both. */
  readonly api: Api;
  readonly live: Api;
  /** The management API, as the owner's token calls it. */
  readonly manage: Api;
  readonly anonymous: Api;
  readonly withKey: (key: string) => Api;
  readonly raw: (bytes: string | Uint8Array) => Promise<TimedAnswer>;
  /** The Request-Id of every answer so far. */
  readonly requestIds: readonly string[];
}

export type Topic = (context: Context) => void;

export function createContext({
  baseUrl,
  testKey,
  liveKey,
  manageToken,
}: Pick<RunningSwitchyard, 'baseUrl' | 'testKey' | 'liveKey' | 'manageToken'>): Context {
  const requestIds: string[] = [];
  const witness = <A extends ApiAnswer>(answer: A): A => {
    requestIds.push(checkEveryAnswer(answer));
    return answer;
  };
  const watched =
    (api: Api): Api =>
    async (path, request) =>
      witness(await api(path, request));
  const withKey = (key: string) => watched(createApi(baseUrl, key));
  return {
    baseUrl,
    testKey,
    liveKey,
    api: withKey(testKey),
    live: withKey(liveKey),
    manage: withKey(manageToken),
    anonymous: watched(createApi(baseUrl)),
    withKey,
    raw: async (bytes) => witness(await sendRaw(baseUrl, bytes)),
    requestIds,
  };
}
