import { createBanks } from '../../../packages/simulator/src/world/banks.ts';
import type { HastyHttp } from '../patient-http.ts';
import { postJson } from '../post-json.ts';

/** The simulator from outside: what goes wrong, what is revoked, what a provider has made of a key. */
export function startedControl(baseUrl: string, provider: string, http: HastyHttp) {
  const hurry = (path: string) =>
    http.hurry(({ url }) => new URL(url).pathname.startsWith(`/${provider}${path}`));
  const post = (path: string, body: unknown) => postJson(`${baseUrl}${path}`, body);
  return {
    /** A call that is to hang, or to take longer than anybody waits, is given up soon. */
    fault(fault: string, path: string) {
      if (/^(?:timeout|latency)/.test(fault)) hurry(path);
      return post('/control/faults', { provider, path, fault, times: 1 });
    },
    hurry,
    clearFaults: () => fetch(`${baseUrl}/control/faults`, { method: 'DELETE' }),
    revoke: (ref: string) => post('/control/revoke', { provider, ref }),
    async countAtProvider(key: string): Promise<number> {
      const id = key.replaceAll('-', '');
      const answer = await fetch(`${baseUrl}/${provider}/__dashboard/payments?end_to_end_id=${id}`);
      const { count } = (await answer.json()) as { readonly count: number };
      return count;
    },
  };
}

/** An account of the person who lives in the simulated world. */
export function ibanAt(bank: string): string {
  const iban = createBanks().accountsAt(bank)[0]?.iban;
  if (iban === undefined) throw new Error(`nobody has an IBAN at ${bank}`);
  return iban;
}
