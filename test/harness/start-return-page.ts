/** Where users land when a provider sends them back: the page of an app that hands on what it was given. */
import { createServer } from 'node:http';

export interface ReturnPage {
  /** For `returnUri`; with parameters of the app's own, which must survive the way. */
  uri(params?: Readonly<Record<string, string>>): string;
  /** Everything that arrived, in order, with its parameters. */
  readonly arrivals: readonly URL[];
  stop(): Promise<void>;
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Back at the shop</title></head>
<body><main><h1>Back at the shop</h1></main></body></html>`;

export async function startReturnPage(): Promise<ReturnPage> {
  const arrivals: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Browsers also ask for an icon.
    if (url.pathname === '/return') arrivals.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    uri: (params = {}) => `http://127.0.0.1:${port}/return?${new URLSearchParams(params)}`,
    arrivals,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
