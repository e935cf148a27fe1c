/**
 * A load balancer such as any operator has, as small as it can be: it carries TCP connections to the nodes that say they are
 * ready, in turn, and tries the next where one refuses.
 */
import { connect as connectTo, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** How many connections were carried so far, by node. */
  readonly carried: ReadonlyMap<string, number>;
  add(baseUrl: string): void;
  remove(baseUrl: string): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 100;
const LOOK_MS_MAX = 1_000;

export async function startBalancer(): Promise<Balancer> {
  const targets = new Map<string, { isReady: boolean; isAsked: boolean }>();
  const carried = new Map<string, number>();
  const sockets = new Set<Socket>();
  let turn = 0;

  function hold(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  }

  /** Those that are ready, the one whose turn it is first; all of them when none is, because one may have become so. */
  function inTurn(): readonly string[] {
    const ready = [...targets].filter(([, { isReady }]) => isReady).map(([url]) => url);
    const choice = ready.length > 0 ? ready : [...targets.keys()];
    turn += 1;
    return choice.map((_, at) => choice[(turn + at) % choice.length] ?? '');
  }

  function carry(client: Socket, [first, ...others]: readonly string[]): void {
    if (first === undefined) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(first);
    const node = connectTo({ host: hostname, port: Number(port) });
    hold(node);
    const onRefused = () => carry(client, others);
    node.once('error', onRefused);
    node.once('connect', () => {
      node.off('error', onRefused);
      carried.set(first, (carried.get(first) ?? 0) + 1);
      node.on('error', () => client.resetAndDestroy());
      client.on('error', () => node.destroy());
      node.once('close', () => client.destroySoon());
      client.once('close', () => node.destroySoon());
      client.pipe(node).pipe(client);
    });
  }

  const server = createServer({ noDelay: true }, (client) => {
    hold(client);
    client.on('error', () => client.destroy());
    carry(client, inTurn());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A balancer listens on TCP');

  async function look(url: string, target: { isReady: boolean; isAsked: boolean }): Promise<void> {
    if (target.isAsked) return;
    target.isAsked = true;
    target.isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(LOOK_MS_MAX) }).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    );
    target.isAsked = false;
  }
  const timer = setInterval(() => {
    for (const [url, target] of targets) void look(url, target);
  }, LOOK_EVERY_MS);

  return {
    url: `http://127.0.0.1:${address.port}`,
    carried,
    add: (baseUrl) => void targets.set(baseUrl, { isReady: true, isAsked: false }),
    remove: (baseUrl) => void targets.delete(baseUrl),
    async stop() {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
