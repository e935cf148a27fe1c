/**
 * Every link session ends, with the right accounts or the right reason, and is told of once: over all adapters that link,
 * while every fifth call to a provider goes wrong in one of the ways the simulator knows and webhooks come twice, late, out
 * of order or not at all; with people who agree, decline, close the tab, or come back in two tabs at once.
 */
import { createApi } from '../../harness/api.ts';
import { inParallel } from '../../harness/in-parallel.ts';
import { createRandom } from '../../harness/random.ts';
import { startSwitchyard } from '../../harness/start-switchyard.ts';
import { createFindings, type Findings } from '../findings.ts';
import { patient } from '../kill/patient-api.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { auditAccounts, auditEvents, untilReauth } from './audit.ts';
import { type Disturbance, disturb } from './disturb.ts';
import { judge, type Losses } from './judge.ts';
import { type Lived, live, type Town } from './live.ts';
import { type LinkPlan, planLinks } from './plan.ts';

export const links: Proof = {
  name: 'links',
  claim:
    'every link session ends with the right accounts or the right reason, told of once, while every fifth call fails',
  unit: 'link sessions',
  scaleShort: 24,
  scaleLong: 1_000,
  async run(options) {
    const findings = createFindings();
    const switchyard = await startSwitchyard();
    try {
      const api = patient(createApi(switchyard.baseUrl, switchyard.testKey));
      const { simulatorUrl } = switchyard;
      const town = await openTown({ api, simulatorUrl, findings });
      const facts = await linkAll(town, options);
      return { failures: findings.list(), facts };
    } catch (error) {
      throw new Error(`${switchyard.output().slice(-OUTPUT_CHARS)}`, { cause: error });
    } finally {
      await switchyard.stop();
    }
  },
};

const WIDTH = 40;
/** Of what the service said last, when it could not be gone on with. */
const OUTPUT_CHARS = 4_000;
/** Where a one-time code is spent, and what makes its answer go missing after that. */
const SPENT_AT: readonly (readonly [rail: string, provider: string, path: string])[] = [
  ['truelayer', 'truelayer', '/connect/token'],
  ['plaid', 'plaid', '/item/public_token/exchange'],
  ['enable-banking', 'enable-banking', '/sessions'],
];
const SPENDING = ['timeout_after_success', 'malformed'];

async function linkAll(town: Town, { seed, scale, onProgress }: ProofOptions): Promise<Verdict['facts']> {
  const plans = planLinks(createRandom(seed), scale);
  const disturbance = await disturb(town.simulatorUrl);
  const lived: Lived[] = [];
  await inParallel(plans, WIDTH, async (plan) => {
    const one = await live(town, plan).catch((error: unknown) => {
      town.findings.add('a session could not be gone through', `${plan.number} ${error}`);
      return undefined;
    });
    if (one !== undefined) lived.push(one);
    if (lived.length % 100 === 0) onProgress(`${lived.length} of ${scale} sessions have ended`);
  });
  await disturbance.end();
  onProgress('consents end, and everything is looked at');
  await untilReauth(town.api, lived, town.findings);
  const losses = judge(lived, town.findings);
  await checkLosses(losses, disturbance, town.findings);
  const accounts = await auditAccounts(town.api, lived, town.findings);
  const events = await auditEvents(town.api, lived, town.findings);
  const ended = (code: string) => lived.filter(({ session }) => session.failure?.code === code).length;
  return {
    sessions: lived.length,
    completed: lived.filter(({ session }) => session.status === 'completed').length,
    'declined by their users': ended('user_declined'),
    'without a provider': losses.unreached,
    'with a code that was spent for nothing': [...losses.spent.values()].reduce((a, b) => a + b, 0),
    accounts,
    events,
    'calls struck': await disturbance.total(),
  };
}

/** A session may be lost to a fault only where a fault is known to have struck. */
async function checkLosses({ spent }: Losses, disturbance: Disturbance, findings: Findings): Promise<void> {
  for (const [rail, count] of spent) {
    const at = SPENT_AT.find(([of]) => of === rail);
    const struck = at === undefined ? 0 : await disturbance.strikes(at[1], at[2], SPENDING);
    if (count > struck)
      findings.add('more sessions were lost than faults explain', `${rail}: ${count}, ${struck}`);
  }
}

async function openTown(base: Pick<Town, 'api' | 'simulatorUrl' | 'findings'>): Promise<Town> {
  const { api } = base;
  const customers = new Map<number, Promise<string>>();
  const banks = new Map<string, string>();
  for (const country of ['GB', 'DE', 'FI', 'US']) {
    const { body } = await api(`/v1/institutions?country=${country}&limit=100`);
    for (const { id, name } of body.data) banks.set(`${country} ${name}`, id);
  }
  async function newCustomer(number: number): Promise<string> {
    const { body } = await api('/v1/customers', {
      body: { externalId: `person-${number}`, name: 'Ada Lovelace' },
    });
    return body.id;
  }
  return {
    ...base,
    customerOf({ customer }: LinkPlan) {
      const known = customers.get(customer) ?? newCustomer(customer);
      customers.set(customer, known);
      return known;
    },
    institutionOf({ bank, country }: LinkPlan) {
      if (bank === undefined) return undefined;
      const id = banks.get(`${country} ${bank}`);
      if (id === undefined) throw new Error(`no bank in ${country} called ${bank}`);
      return id;
    },
  };
}
