import { createApi } from '../../test/harness/api.ts';
import type { RunningSwitchyard } from '../../test/harness/start-switchyard.ts';
import { writeRequests } from './sample-requests.ts';
import type { LoadGenerator } from './start-load-generator.ts';

/** Past this the service is not slow but stuck. */
const SECONDS_MAX = 60;

/** Makes customers by the API, which also warms the service up, and answers with them as the API shows them. */
export async function makeCustomers(
  generator: LoadGenerator,
  switchyard: RunningSwitchyard,
  { count, clients }: { readonly count: number; readonly clients: number },
): Promise<readonly { readonly id: string }[]> {
  await generator.run({
    port: Number(new URL(switchyard.baseUrl).port),
    connections: clients,
    seconds: SECONDS_MAX,
    answersMax: count,
    requests: writeRequests(switchyard.testKey, false),
  });
  const api = createApi(switchyard.baseUrl, switchyard.testKey);
  const customers: { readonly id: string }[] = [];
  for (let after = ''; ; after = `&after=${customers.at(-1)?.id}`) {
    const page = await api(`/v1/customers?limit=100${after}`);
    if (page.status !== 200) throw new Error(`The customers could not be listed: ${page.text}`);
    customers.push(...page.body.data);
    if (page.body.hasMore) continue;
    if (customers.length !== count) throw new Error(`${customers.length} of ${count} customers were made.`);
    return customers;
  }
}
