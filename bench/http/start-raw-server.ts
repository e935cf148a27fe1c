import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface RawServerContent {
  readonly customers: readonly { readonly id: string }[];
  /** The headers of one of our answers, so that both sides send as many bytes. */
  readonly headers: readonly (readonly [string, string])[];
  readonly keepAliveTimeoutMs: number;
}

export interface RawServer {
  readonly port: number;
  stop(): void;
}

export async function startRawServer(content: RawServerContent): Promise<RawServer> {
  const child = fork(join(import.meta.dirname, 'raw-server.ts'));
  child.send(content);
  // What it sends is the address of a TCP server, once.
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return { port, stop: () => void child.kill() };
}
