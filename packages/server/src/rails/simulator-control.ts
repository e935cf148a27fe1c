/**
 * What can be made to go wrong at a simulated provider, through the control API of the simulator. Whether a connection points at
 * one is not believed but asked: the address among its credentials answers as a simulator, or does not. Of the credentials
 * nothing but that address is used, and nothing is sent there that was in them.
 */
import type { HttpPort } from '@switchyard/rail-kit';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { createHttpPort } from './http-port.ts';

/** Where a connection's provider is simulated. */
export interface SimulatedProvider {
  readonly origin: string;
  readonly provider: string;
  /** The connection's own part of the provider, such as one chain of several: `/8453`, or nothing. */
  readonly root: string;
}

export interface SimulatedFault {
  readonly kind: 'call' | 'webhook';
  /** In the simulator's word for it. */
  readonly fault: string;
  readonly path?: string | undefined;
  readonly latencyMs?: number | undefined;
  readonly times?: number | undefined;
  readonly endsAt?: string | undefined;
}

export type NewSimulatedFault = Omit<SimulatedFault, 'endsAt'> & { readonly forMs: number };

/** Everything is undefined when the simulator did not answer as one should. */
export interface SimulatorControl {
  find(credentials: unknown): Promise<SimulatedProvider | undefined>;
  list(at: SimulatedProvider): Promise<readonly SimulatedFault[] | undefined>;
  /** What it made of it. */
  add(at: SimulatedProvider, fault: NewSimulatedFault): Promise<SimulatedFault | undefined>;
  clear(at: SimulatedProvider): Promise<true | undefined>;
}

const ANSWER_MS_MAX = 5_000;

const About = z.object({ simulator: z.literal('switchyard'), providers: z.array(z.string()) });
const ends = { provider: z.string(), times: z.int().optional(), endsAt: z.string().optional() };
const CallFault = z.object({
  ...ends,
  fault: z.string(),
  path: z.string().optional(),
  latencyMs: z.int().optional(),
});
const WebhookFault = z.object({ ...ends, webhooks: z.string() });
const Faults = z.object({ faults: z.array(CallFault) });
const Webhooks = z.object({ webhooks: z.array(WebhookFault) });

export function createSimulatorControl(deps: {
  readonly dispatcher: Dispatcher;
  readonly now: () => number;
}): SimulatorControl {
  const http = createHttpPort({
    ...deps,
    record: () => undefined,
    deadline: () => AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const control: SimulatorControl = {
    async find(credentials) {
      const at = addressIn(credentials);
      if (at === undefined) return undefined;
      const about = await ask(http, { method: 'GET', url: `${at.origin}/control` }, About);
      return about?.providers.includes(at.provider) === true ? at : undefined;
    },
    async list(at) {
      const [calls, webhooks] = await Promise.all([
        ask(http, { method: 'GET', url: `${at.origin}/control/faults` }, Faults),
        ask(http, { method: 'GET', url: `${at.origin}/control/webhooks` }, Webhooks),
      ]);
      if (calls === undefined || webhooks === undefined) return undefined;
      return [
        ...calls.faults.filter((fault) => isAbout(at, fault)).map((fault) => callFault(at, fault)),
        ...webhooks.webhooks.filter(({ provider }) => provider === at.provider).map(webhookFault),
      ];
    },
    async add(at, { kind, fault, path = '', latencyMs, times, forMs }) {
      const { origin, provider, root } = at;
      const end = { forMs, ...(times === undefined ? {} : { times }) };
      if (kind === 'webhook') {
        const body = JSON.stringify({ provider, webhooks: fault, ...end });
        const made = await ask(
          http,
          { method: 'POST', url: `${origin}/control/webhooks`, body },
          WebhookFault,
        );
        return made && webhookFault(made);
      }
      const where = `${root}${path}`;
      const body = JSON.stringify({
        provider,
        fault,
        ...end,
        ...(where === '' ? {} : { path: where }),
        ...(latencyMs === undefined ? {} : { latencyMs }),
      });
      const made = await ask(http, { method: 'POST', url: `${origin}/control/faults`, body }, CallFault);
      return made && callFault(at, made);
    },
    async clear({ origin, provider, root }) {
      const query = new URLSearchParams({ provider, ...(root === '' ? {} : { path: root }) });
      const sent = await Promise.all([
        http.send({ ...CALL, method: 'DELETE', url: `${origin}/control/faults?${query}` }),
        http.send({ ...CALL, method: 'DELETE', url: `${origin}/control/webhooks?${query}` }),
      ]);
      return sent.every((answer) => answer.kind === 'answer' && answer.status === 204) ? true : undefined;
    },
  };
  return control;
}

const CALL = { purpose: 'simulator.control', headers: { 'content-type': 'application/json' } } as const;

async function ask<T extends z.ZodType>(
  http: HttpPort,
  request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: string },
  schema: T,
): Promise<z.output<T> | undefined> {
  const answer = await http.send({ ...CALL, ...request });
  if (answer.kind !== 'answer' || answer.status >= 300) return undefined;
  try {
    return schema.safeParse(JSON.parse(answer.body)).data;
  } catch {
    return undefined;
  }
}

/** All addresses among the credentials lead to one provider of one host, or to none that we know of. */
function addressIn(credentials: unknown): SimulatedProvider | undefined {
  const urls = Object.values(Object(credentials)).flatMap((value) =>
    typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? [new URL(value)] : [],
  );
  const [first, ...others] = urls;
  if (first === undefined || others.some(({ href }) => href !== first.href)) return undefined;
  const [provider = '', ...rest] = first.pathname.split('/').filter((part) => part !== '');
  return { origin: first.origin, provider, root: rest.map((part) => `/${part}`).join('') };
}

function isAbout({ provider, root }: SimulatedProvider, fault: z.output<typeof CallFault>): boolean {
  return fault.provider === provider && (fault.path === undefined || isBelow(fault.path, root));
}

/** In whole segments: the root of one chain, `/1`, may be how that of another begins. */
function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function callFault({ root }: SimulatedProvider, made: z.output<typeof CallFault>): SimulatedFault {
  const { fault, path, latencyMs, times, endsAt } = made;
  const below = path?.slice(root.length);
  return { kind: 'call', fault, latencyMs, times, endsAt, path: below === '' ? undefined : below };
}

function webhookFault({ webhooks, times, endsAt }: z.output<typeof WebhookFault>): SimulatedFault {
  return { kind: 'webhook', fault: webhooks, times, endsAt };
}
