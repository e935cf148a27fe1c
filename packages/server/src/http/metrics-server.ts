/** `/metrics` on a port of its own, so that it can stay inside while the API is outside. */
import { createServer } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await metrics.expose();
    response.writeHead(200, { 'Content-Type': contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${actual}/metrics`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
