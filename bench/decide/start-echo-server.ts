import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface EchoContent {
  /** Bodies of requests, as they are sent, and what answers them. */
  readonly answers: readonly (readonly [string, string])[];
  /** The headers of one of our answers, so that both sides send as many bytes. */
  readonly headers: readonly (readonly [string, string])[];
  readonly status: number;
  readonly keepAliveTimeoutMs: number;
  /** Whether to parse each request and to serialise each answer. */
  readonly json: boolean;
}

export interface EchoServer {
  readonly port: number;
  readonly pid: number;
  stop(): void;
}

export async function startEchoServer(content: EchoContent): Promise<EchoServer> {
  const child = fork(join(import.meta.dirname, 'echo-server.ts'));
  child.send(content);
  // What it sends is the address of a TCP server, once.
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return { port, pid: child.pid ?? 0, stop: () => void child.kill() };
}
