/**
 * The least that answering can cost: a bare `node:http` server, in a process of its own, that reads a body and sends back the
 * answer it holds for it. It decides nothing, checks nothing and keeps nothing. Asked to, it reads and writes JSON as
 * well, as whoever works with what was sent must.
 */
import { createServer } from 'node:http';
import type { EchoContent } from './start-echo-server.ts';

process.once('message', (content: EchoContent) => serve(content));
process.on('disconnect', () => process.exit(0));

function serve({ answers, headers, status, keepAliveTimeoutMs, json }: EchoContent): void {
  const held = new Map(answers);
  const parsed = new Map(answers.map(([body, answer]) => [body, JSON.parse(answer)]));
  const answerTo = (body: string): string => {
    if (!json) return held.get(body) ?? '';
    return JSON.stringify(parsed.get(JSON.stringify(JSON.parse(body))));
  };
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = answerTo(Buffer.concat(chunks).toString());
      response
        .writeHead(status, { ...Object.fromEntries(headers), 'Content-Length': Buffer.byteLength(body) })
        .end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}
