/**
 * What our answers cost at least: a bare `node:http` server, in a process of its own, that does the same JSON work and
 * nothing else. It has no keys, no validation, no limits, no log and no database; it sends the headers we send.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parsePayto } from '@switchyard/payto';
import type { RawServerContent } from './start-raw-server.ts';

process.once('message', (content: RawServerContent) => serve(content));
process.on('disconnect', () => process.exit(0));

function serve(content: RawServerContent): void {
  const customers = new Map(content.customers.map((customer) => [`/v1/customers/${customer.id}`, customer]));
  const headers = Object.fromEntries(content.headers);

  const answer = (response: ServerResponse, value: unknown): void => {
    const body = JSON.stringify(value);
    response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  };
  const server = createServer(
    { keepAliveTimeout: content.keepAliveTimeoutMs },
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.method === 'POST') parseAddress(request, (value) => answer(response, value));
      else answer(response, customers.get(request.url ?? ''));
    },
  );
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}

function parseAddress(request: IncomingMessage, answer: (value: unknown) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { payto } = JSON.parse(Buffer.concat(chunks).toString());
    const parsed = parsePayto(payto);
    if (!parsed.ok) throw new Error(`The bench sends an address that is none: ${parsed.error.key}`);
    const { scheme, known, masked, country, receiverName } = parsed.address;
    answer({ scheme, known, masked, country, receiverName });
  });
}
