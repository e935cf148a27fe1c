/** What stands in front of the nodes: nginx where it is installed, as most have it, else the small balancer of the harness. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Balancer } from '../../harness/start-balancer.ts';
import type { Node } from '../../harness/start-nodes.ts';
import { temporaryDir } from '../../harness/start-switchyard.ts';
import { until } from '../../harness/until.ts';

export interface Front {
  readonly name: string;
  readonly url: string;
  /** From now on calls go to these. */
  show(nodes: readonly Node[]): Promise<void>;
  stop(): Promise<void>;
}

export async function openFront(balancer: Balancer): Promise<Front> {
  return hasNginx() ? openNginx() : openBalancer(balancer);
}

/** It asks /readyz by itself, and knows all nodes from their start. */
function openBalancer(balancer: Balancer): Front {
  return {
    name: 'a TCP balancer',
    url: balancer.url,
    show: async () => undefined,
    stop: async () => undefined,
  };
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function openNginx(): Promise<Front> {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'tmp'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(dir, 'nginx.conf');
  let child: ChildProcess | undefined;
  return {
    name: 'nginx',
    url,
    async show(nodes) {
      writeFileSync(file, configuration(dir, port, nodes));
      if (child === undefined) {
        child = spawn('nginx', ['-c', file, '-p', dir, '-g', 'daemon off;'], { stdio: 'ignore' });
        await until(() =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        );
      } else child.kill('SIGHUP');
    },
    async stop() {
      const gone = new Promise((resolve) => child?.once('exit', resolve) ?? resolve(undefined));
      child?.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function configuration(dir: string, port: number, nodes: readonly Node[]): string {
  const servers = nodes.map(({ baseUrl }) => `server ${new URL(baseUrl).host} max_fails=1 fail_timeout=1s;`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(dir, 'tmp', name)};`,
  );
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${join(dir, 'nginx.pid')};
    error_log /dev/null;
    worker_processes 1;
    events { worker_connections 512; }
    http {
      access_log off;
      ${paths.join('\n      ')}
      upstream nodes { ${servers.join(' ')} keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
          # A write carries an Idempotency-Key, so it may be sent to another node when the first has not answered.
          proxy_next_upstream error timeout non_idempotent;
        }
      }
    }
  `;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
