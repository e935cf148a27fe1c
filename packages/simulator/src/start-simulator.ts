/**
 * The simulator as a server. Everything lives in memory, and in a file too where there is one; `stop` leaves neither a timer
 * nor a connection behind.
 */
import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readRequest } from './http/read-request.ts';
import { json } from './http/replies.ts';
import { createSimulation, type Simulation } from './http/simulation.ts';
import { writeReply } from './http/write-reply.ts';
import type { CreateProvider } from './provider.ts';
import { createStore, type Store } from './state/create-store.ts';

export interface SimulatorOptions {
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  readonly host?: string;
  readonly providers: readonly CreateProvider[];
  /**
   * Repeats ids and the chance in faults. Without one they differ in every run, so that a client that outlives the
   * simulator never meets an old id with a new meaning.
   */
  readonly seed?: number;
  readonly now?: () => number;
  /**
   * Where payments, consents, balances, chains and work for later are kept, so that the next start on the same file goes on
   * with them, however this one ends. One simulator at a time. Without it a restart forgets everything.
   */
  readonly stateFile?: string;
}

export interface Simulator {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port = 0, host = '127.0.0.1', providers, seed, now = Date.now, stateFile } = options;
  const server = createServer();
  // An idle connection that closes just as a client reuses it would look like a fault that nobody asked for.
  server.keepAliveTimeout = 0;
  const baseUrl = await listen(server, port, host);

  function start(from: number): Simulation {
    return createSimulation({
      baseUrl,
      seed: from,
      now,
      store,
      createProviders: providers,
      onReset() {
        simulation.end();
        store.clear();
        simulation = start(seed ?? simulation.nextSeed());
      },
    });
  }

  let store: Store;
  let simulation: Simulation;
  try {
    store = createStore(stateFile);
    simulation = start(seed ?? randomInt(2 ** 32));
  } catch (error) {
    await close(server);
    throw error;
  }
  server.on('request', (message, response) => void serve(simulation, message, response));
  return {
    baseUrl,
    async stop() {
      simulation.end();
      // In this very moment, so that what the end interrupts does not look as if it had failed.
      try {
        store.close();
      } finally {
        await close(server);
      }
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the simulator listens on TCP');
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

async function serve(
  simulation: Simulation,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const request = await readRequest(message);
    const reply =
      request === undefined ? json(413, { error: 'body_too_large' }) : await simulation.answer(request);
    writeReply(response, reply);
  } catch {
    // Reading failed because the caller hung up: there is nobody to answer.
    response.destroy();
  }
}
