/**
 * Many clients writing at once, as real ones do: accounts with and without an Idempotency-Key, repeats of earlier
 * requests, twins of a request still on its way, and customers, which leave no event. It answers with what was
 * acknowledged, which is exactly what the event log must tell of.
 */
import type { Api, ApiAnswer } from '../../harness/api.ts';
import { germanIban } from '../../harness/german-iban.ts';
import type { Random } from '../../harness/random.ts';
import type { Findings } from '../findings.ts';

export interface LoadOptions {
  readonly api: Api;
  readonly writers: number;
  readonly accounts: number;
  readonly random: Random;
  readonly findings: Findings;
  readonly onWritten?: (accounts: number) => void;
}

export interface WrittenLoad {
  /** The ids of all accounts that were acknowledged. */
  readonly accounts: ReadonlySet<string>;
  readonly customers: ReadonlySet<string>;
  /** Requests that were answered a second time, from what was kept of the first. */
  readonly repeats: number;
}

const EXTERNAL_IDS = 200;

export async function writeLoad(options: LoadOptions): Promise<WrittenLoad> {
  const { random, onWritten } = options;
  const accounts = new Set<string>();
  const customers = new Map<string, string>();
  let begun = 0;
  let repeats = 0;

  const writeAccount = async (writer: Writer): Promise<void> => {
    const number = begun;
    begun += 1;
    const { ids, repeated } = await writer.account(number, random.pick(['plain', 'keyed', 'again', 'twin']));
    for (const id of ids) accounts.add(id);
    if (ids.size > 1) options.findings.add('one Idempotency-Key made several accounts', [...ids].join(', '));
    repeats += repeated;
    onWritten?.(accounts.size);
  };
  const writeCustomer = async (writer: Writer): Promise<void> => {
    const externalId = `user-${random.between(1, EXTERNAL_IDS)}`;
    const id = await writer.customer(externalId);
    const known = customers.get(externalId) ?? id;
    if (known !== id) options.findings.add('one externalId led to two customers', `${known} and ${id}`);
    customers.set(externalId, known);
  };
  const work = async (): Promise<void> => {
    const writer = createWriter(options.api, options.findings);
    while (begun < options.accounts) {
      if (random.chance(0.15)) await writeCustomer(writer);
      else await writeAccount(writer);
    }
  };
  await Promise.all(Array.from({ length: options.writers }, work));
  return { accounts, customers: new Set(customers.values()), repeats };
}

/** `again`: the request is repeated after its answer. `twin`: it is sent twice at the same moment. */
type Manner = 'plain' | 'keyed' | 'again' | 'twin';

interface Writer {
  account(number: number, manner: Manner): Promise<{ ids: ReadonlySet<string>; repeated: number }>;
  customer(externalId: string): Promise<string>;
}

function createWriter(api: Api, findings: Findings): Writer {
  const post = async (path: string, body: object, key?: string): Promise<ApiAnswer> => {
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    for (;;) {
      const answer = await api(path, { body, headers });
      if (answer.status === 201) return answer;
      // A twin that was still running when the wait for it was over: its answer is there in a moment.
      if (answer.body.data?.explanation?.key === 'idempotency.in_flight') continue;
      throw new Error(`POST ${path} was answered with ${answer.status}: ${answer.text}`);
    }
  };

  return {
    async account(number, manner) {
      const body = {
        holderName: `Holder ${number}`,
        payto: `payto://iban/${germanIban(number)}`,
        metadata: { number: String(number) },
      };
      const key = manner === 'plain' ? undefined : `walkers-${number}`;
      const send = () => post('/v1/accounts', body, key);
      const answers = manner === 'twin' ? await Promise.all([send(), send()]) : [await send()];
      if (manner === 'again') answers.push(await send());
      if (new Set(answers.map(({ text }) => text)).size > 1) {
        findings.add(
          'a repeat was not answered with the same bytes',
          answers.map(({ text }) => text).join(' '),
        );
      }
      const repeated = answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true').length;
      if (repeated !== answers.length - 1) findings.add('a repeat did the work a second time', key);
      return { ids: new Set(answers.map(({ body: account }) => String(account.id))), repeated };
    },
    async customer(externalId) {
      const answer = await post('/v1/customers', { externalId, name: 'Somebody' });
      return String(answer.body.id);
    },
  };
}
