import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ALL_PROVIDERS } from '../providers/all-providers.ts';
import type { GoesOn } from './flow.ts';
import { call } from './flow.ts';
import { berlinGroupFlow } from './flows/berlin-group.ts';
import { enableBankingFlow } from './flows/enable-banking.ts';
import { evmFlow } from './flows/evm.ts';
import { plaidFlow } from './flows/plaid.ts';
import { truelayerFlow } from './flows/truelayer.ts';
import { wiseBelgiumFlow, wiseFlow } from './flows/wise.ts';
import { type RunningSimulator, runSimulator } from './running-simulator.ts';

const FLOWS = [
  truelayerFlow,
  plaidFlow,
  enableBankingFlow,
  berlinGroupFlow,
  wiseFlow,
  wiseBelgiumFlow,
  evmFlow,
];

describe('a simulator that is killed in the middle of everything, twice, and started on the same file', () => {
  let folder = '';
  let stateFile = '';
  let simulator: RunningSimulator;
  const goesOn = new Map<string, GoesOn>();
  const received: string[] = [];
  let isTaking = false;
  const client = createServer((message, response) => {
    let body = '';
    message.on('data', (chunk) => {
      body += chunk;
    });
    message.on('end', () => {
      if (isTaking) received.push(body);
      response.writeHead(isTaking ? 200 : 503).end();
    });
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
    stateFile = join(folder, 'simulator.state');
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    const address = client.address();
    assert(typeof address === 'object' && address !== null);
    const hook = `http://127.0.0.1:${address.port}`;

    simulator = await runSimulator(stateFile, '0');
    const { port } = new URL(simulator.baseUrl);
    await evmFlow.begin(simulator.baseUrl, hook).then((rest) => goesOn.set(evmFlow.name, rest));
    // All at once, so that each is in its middle when the end comes.
    await Promise.all(
      FLOWS.filter((flow) => flow !== evmFlow).map(async (flow) => {
        goesOn.set(flow.name, await flow.begin(simulator.baseUrl, hook));
      }),
    );
    await simulator.kill();
    simulator = await runSimulator(stateFile, port);
    await simulator.kill();
    isTaking = true;
    simulator = await runSimulator(stateFile, port);
  });
  after(async () => {
    await simulator.kill();
    client.close();
    client.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('has a flow for every provider', () => {
    assert.equal(FLOWS.length, ALL_PROVIDERS.length);
  });

  for (const { name } of FLOWS) {
    it(`goes on with ${name}`, async () => {
      await goesOn.get(name)?.(simulator.baseUrl, received);
    });
  }

  it('lets only its owner read the file', async () => {
    assert.equal((await stat(stateFile)).mode & 0o777, 0o600);
  });

  it('has forgotten everything after a reset, for good', async () => {
    const hasApp = async () => {
      const answer = await call('POST', `${simulator.baseUrl}/truelayer/__dashboard`, {
        body: { clientId: 'restarts' },
      });
      return answer.status === 204;
    };
    assert.equal(await hasApp(), true);
    await call('POST', `${simulator.baseUrl}/control/reset`);
    assert.equal(await hasApp(), false);
    const { port } = new URL(simulator.baseUrl);
    await simulator.kill();
    simulator = await runSimulator(stateFile, port);
    assert.equal(await hasApp(), false);
    assert.equal(await simulator.stop(), 0);
  });

  it('starts from nothing when it cannot read the file, and sets it aside', async () => {
    const unreadable = join(folder, 'other.state');
    await writeFile(unreadable, 'something else');
    const fresh = await runSimulator(unreadable, '0');
    assert.equal((await call('GET', fresh.baseUrl)).status, 200);
    assert.equal(await fresh.stop(), 0);
    assert.ok((await stat(`${unreadable}.unreadable`)).isFile());
  });
});
