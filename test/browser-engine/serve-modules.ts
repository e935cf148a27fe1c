/**
 * Gives our sources to a browser as ES modules. Types are stripped file by file, by Node's own stripper, and nothing else is
 * changed: what runs there is what runs here. The page may load nothing from anywhere else.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface ModuleServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Answers whether it took care of the request. */
export type ExtraRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

const ROOT = join(import.meta.dirname, '..', '..');
const SERVED = /^\/(?:packages\/(?:engine|client)\/src|test\/(?:browser-engine|harness))\/[a-z0-9/.-]+\.ts$/;
const IMPORTS = {
  '@switchyard/engine': '/packages/engine/src/index.ts',
  '@switchyard/client': '/packages/client/src/index.ts',
};
const PAGE = `<!doctype html><meta charset="utf-8"><title>Engine</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
const CONTENT_SECURITY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:";

export async function serveModules(extra: ExtraRoute = () => false): Promise<ModuleServer> {
  const server = createServer((request, response) => {
    if (extra(request, response)) return;
    const path = request.url ?? '/';
    if (path === '/') send(response, 200, 'text/html', PAGE);
    else if (SERVED.test(path) && !path.includes('..') && existsSync(join(ROOT, path)))
      send(response, 200, 'text/javascript', stripTypeScriptTypes(readFileSync(join(ROOT, path), 'utf8')));
    else send(response, 404, 'text/plain', `There is no ${path} here.`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'content-security-policy': CONTENT_SECURITY });
  response.end(text);
}
