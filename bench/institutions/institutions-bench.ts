/**
 * How fast banks are found, and how that grows with their number. Real server and database; two providers know every bank, so
 * each is merged and its providers ranked. All sizes are asked in turns, because the machine is seldom ours alone.
 */

import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../../packages/server/src/development/seed-routing.ts';
import type { Environment } from '../../packages/server/src/domain/environment.ts';
import { listCallableConnections } from '../../packages/server/src/store/connections.ts';
import { packDirectory, putDirectory } from '../../packages/server/src/store/provider-directories.ts';
import {
  type IssuedKey,
  startTestServer,
  type TestServer,
} from '../../packages/server/src/testing/test-server.ts';
import { requestTemplate } from '../http/request-template.ts';
import { type LoadGenerator, startLoadGenerator } from '../http/start-load-generator.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { spreadOf } from '../statistics.ts';
import { LARGE_COUNTRY, syntheticDirectory } from './synthetic-directory.ts';

export const SIZES = [1_000, 4_000, 16_000] as const;
export const CLIENTS = 16;

/** What is typed. The one that finds nothing looks at every bank of the country. */
export const SEARCHES: readonly { readonly what: string; readonly query: string }[] = [
  { what: 'no search, 20 banks', query: '' },
  { what: 'no search, 100 banks', query: '&limit=100' },
  { what: '`sparkasse mun`', query: '&q=sparkasse%20mun' },
  { what: 'nothing found', query: '&q=zzz' },
];

export interface Reading {
  readonly size: number;
  readonly what: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface InstitutionsReport {
  readonly machine: Machine;
  readonly seconds: number;
  readonly rounds: number;
  readonly readings: readonly Reading[];
  /** From a changed directory to the first answer: fetched, merged, indexed. */
  readonly buildMs: ReadonlyMap<number, number>;
}

export async function runInstitutionsBench(
  options: { readonly seconds: number; readonly rounds: number },
  context: { readonly onProgress: (line: string) => void; readonly onStop: (stop: () => unknown) => void },
): Promise<InstitutionsReport> {
  const machine = await describeMachine();
  const server = await startTestServer();
  context.onStop(server.stop);
  const generator = startLoadGenerator();
  context.onStop(generator.stop);
  const keys = new Map<number, IssuedKey>();
  const buildMs = new Map<number, number>();
  for (const size of SIZES) {
    context.onProgress(`${size} banks …`);
    const key = await server.newKey('test');
    await fill(server, key.environment, size);
    buildMs.set(size, await firstAnswerMs(key, size));
    keys.set(size, key);
  }
  const raw: Reading[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    context.onProgress(`Round ${round + 1} of ${options.rounds} …`);
    for (const [size, { text }] of round % 2 === 0 ? keys : [...keys].toReversed())
      for (const search of SEARCHES)
        raw.push({
          size,
          what: search.what,
          ...(await measure(generator, server, text, search.query, options.seconds)),
        });
  }
  const { seconds, rounds } = options;
  return { machine, seconds, rounds, readings: medians(raw), buildMs };
}

async function fill({ store, workflows }: TestServer, { id }: Environment, size: number): Promise<void> {
  const { db, newId } = store;
  await seedRouting({ db, catalogue: loadCatalogue(), newId, now: workflows.now }, id);
  const connections = await listCallableConnections(db, id);
  for (const rail of ['truelayer', 'enable-banking']) {
    const connection = connections.find((one) => one.rail === rail);
    if (connection === undefined) throw new Error(`The seed has no connection of ${rail}`);
    const packed = await packDirectory(syntheticDirectory(size, rail));
    await db.transaction(id, async (tx) => {
      putDirectory(tx, connection.id, packed, new Date());
      return { commit: true, value: undefined };
    });
  }
  workflows.directory.forget(id);
}

async function firstAnswerMs({ api }: IssuedKey, size: number): Promise<number> {
  const startedMs = performance.now();
  const { status, body } = await api(`/v1/institutions?country=${LARGE_COUNTRY}`);
  const tookMs = performance.now() - startedMs;
  if (status !== 200 || body.data[0]?.providers.length !== 2)
    throw new Error(`${size}: ${JSON.stringify(body)}`);
  return tookMs;
}

async function measure(
  generator: LoadGenerator,
  server: TestServer,
  key: string,
  query: string,
  seconds: number,
): Promise<Omit<Reading, 'size' | 'what'>> {
  const path = `/v1/institutions?country=${LARGE_COUNTRY}${query}`;
  const { perSecond, latency } = await generator.measure({
    port: Number(new URL(server.baseUrl).port),
    connections: CLIENTS,
    seconds,
    requests: [requestTemplate({ method: 'GET', path, key })],
  });
  return { perSecond, ...latency };
}

function medians(raw: readonly Reading[]): readonly Reading[] {
  return SIZES.flatMap((size) =>
    SEARCHES.map(({ what }) => {
      const same = raw.filter((one) => one.size === size && one.what === what);
      const median = (of: (one: Reading) => number) => spreadOf(same.map(of)).median;
      return {
        size,
        what,
        perSecond: median((one) => one.perSecond),
        p50Ms: median((one) => one.p50Ms),
        p99Ms: median((one) => one.p99Ms),
      };
    }),
  );
}
