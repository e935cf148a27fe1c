/** Gathers what many buckets ask for in one turn of the event loop into one question to the store. */
import type { TokenGrant, TokenRequest } from '../domain/rate-tokens.ts';

/** Answers each request, in the same order. */
export type TakeTokens = (requests: readonly TokenRequest[]) => Promise<readonly TokenGrant[]>;

export interface TokenExchange {
  /** Fails when the store does not answer. */
  ask(request: TokenRequest): Promise<TokenGrant>;
}

export function createTokenExchange(takeTokens: TakeTokens): TokenExchange {
  let gathering: { readonly requests: TokenRequest[]; readonly grants: ReturnType<TakeTokens> } | undefined;

  function gather() {
    const requests: TokenRequest[] = [];
    const { promise: grants, resolve } = Promise.withResolvers<readonly TokenGrant[]>();
    setImmediate(() => {
      gathering = undefined;
      resolve(takeTokens(requests));
    });
    return { requests, grants };
  }

  return {
    async ask(request) {
      gathering ??= gather();
      const { requests, grants } = gathering;
      const place = requests.push(request) - 1;
      const grant = (await grants)[place];
      if (grant === undefined) throw new Error('A bucket was asked for and not answered');
      return grant;
    },
  };
}
