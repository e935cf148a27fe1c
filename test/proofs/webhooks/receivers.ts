/**
 * All receivers as one server: each endpoint has a path, and a way to behave. It keeps what came to whom and when, checks
 * signatures by the standard's own library, and knows what it has acknowledged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from 'standardwebhooks';
import type { Random } from '../../harness/random.ts';
import type { Findings } from '../findings.ts';

/** `refusing` has nobody at its port. `slow` answers well, but late. `flaky` fails half the time. */
export const MANNERS = ['healthy', 'failing', 'refusing', 'slow', 'flaky', 'hanging'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Receiver {
  readonly manner: Manner;
  /** How long after the event each message came for the first time. */
  readonly firstMs: Map<string, number>;
  readonly acknowledged: Set<string>;
  requests: number;
  verifier?: Webhook;
}

export interface Receivers {
  /** Its signatures are checked once the secret of its endpoint is known. */
  add(place: number, manner: Manner): { readonly url: string; readonly receiver: Receiver };
  stop(): Promise<void>;
}

export interface ReceiversOptions {
  readonly random: Random;
  readonly findings: Findings;
  readonly slowMs: () => number;
  /** Signatures are of the sender's clock, which is ours only at first. */
  readonly isClockOurs: () => boolean;
}

/** The library computes its hashes in JavaScript: to verify each would take more time than to send it. */
const VERIFIED_EVERY = 10;

/** Nobody listens there: it is among those that ordinary programs are not given. */
const DEAD_PORT = 1025;

export async function startReceivers(options: ReceiversOptions): Promise<Receivers> {
  const receivers = new Map<number, Receiver>();
  const server = createServer((request, response) => {
    const receiver = receivers.get(Number(request.url?.slice(1)));
    void readAll(request).then((body) => {
      if (receiver === undefined) return options.findings.add('a message came to nobody');
      note(options, receiver, request, body);
      return answer(options, receiver, request, response);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    add(place, manner) {
      const receiver: Receiver = { manner, firstMs: new Map(), acknowledged: new Set(), requests: 0 };
      receivers.set(place, receiver);
      return { url: `http://127.0.0.1:${manner === 'refusing' ? DEAD_PORT : port}/${place}`, receiver };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function note(
  { findings, isClockOurs }: ReceiversOptions,
  receiver: Receiver,
  request: IncomingMessage,
  body: string,
) {
  const id = String(request.headers['webhook-id']);
  receiver.requests += 1;
  if (isClockOurs() && receiver.requests % VERIFIED_EVERY === 0) {
    try {
      // Only strings are looked at, and every header it needs is there once.
      receiver.verifier?.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      findings.add('a signature does not verify', String(error));
    }
  }
  if (receiver.firstMs.has(id)) return;
  const event = JSON.parse(body) as { readonly id: string; readonly createdAt: string };
  if (event.id !== id) findings.add('a message has another id than its event');
  receiver.firstMs.set(id, Date.now() - Date.parse(event.createdAt));
}

async function answer(
  { random, slowMs }: ReceiversOptions,
  receiver: Receiver,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { manner } = receiver;
  if (manner === 'hanging') return;
  if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs()));
  const fails = manner === 'failing' || (manner === 'flaky' && random.chance(0.5));
  if (fails) {
    response.writeHead(500).end('not today');
    return;
  }
  receiver.acknowledged.add(String(request.headers['webhook-id']));
  response.writeHead(204).end();
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
