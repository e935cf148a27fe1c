/**
 * The load, in a process of its own, and as light as can be, because it shares the cores with what it measures: raw
 * sockets, requests built beforehand, one request under way on each connection, and of an answer only its status and
 * its length are looked at. Any answer that is not a success ends the job: a fast failure is not throughput.
 */
import { connect, type Socket } from 'node:net';
import type { LoadJob, LoadLatency, LoadResult } from './load-job.ts';
import { DIGITS } from './request-template.ts';

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));

async function run(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map(({ text, digitsAt }) => ({
    bytes: Buffer.from(text, 'latin1'),
    digitsAt,
  }));
  const sockets: Socket[] = [];
  try {
    for (let i = 0; i < job.connections; i += 1) sockets.push(await open(job.port));
    return await load(job, requests, sockets);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

interface PreparedRequest {
  readonly bytes: Buffer;
  readonly digitsAt: readonly number[];
}

function load(
  job: LoadJob,
  requests: readonly PreparedRequest[],
  sockets: readonly Socket[],
): Promise<LoadResult> {
  const { promise, resolve } = Promise.withResolvers<LoadResult>();
  const answersMax = job.answersMax ?? Number.POSITIVE_INFINITY;
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const latenciesMs: number[] = [];
  let answers = 0;
  let sent = 0;
  let underWay = 0;
  let result: LoadResult | undefined;

  const finish = (problem?: string): void => {
    if (result === undefined) {
      clearTimeout(timer);
      const elapsedMs = performance.now() - startMs;
      const { user, system } = process.cpuUsage(cpuBefore);
      const generatorBusy = (user + system) / 1000 / elapsedMs;
      result =
        problem === undefined
          ? { ok: true, answers, elapsedMs, latency: latencyOf(latenciesMs), generatorBusy }
          : { ok: false, problem };
    }
    // What is under way when the time is over is waited for, lest it weigh on whoever is measured next.
    if (!result.ok || underWay === 0) resolve(result);
  };
  const timer = setTimeout(() => finish(), job.seconds * 1000);

  for (const socket of sockets) {
    let held: Buffer | undefined;
    let sentMs = 0;
    const next = (): void => {
      if (sent >= answersMax) return;
      sent += 1;
      underWay += 1;
      sentMs = performance.now();
      socket.write(pick(requests));
    };
    socket.on('error', (error) => finish(error.message));
    socket.on('close', () => finish('The server closed a connection.'));
    socket.on('data', (chunk: Buffer) => {
      const answer = held === undefined ? chunk : Buffer.concat([held, chunk]);
      const length = answerLength(answer);
      if (length === undefined || answer.length < length) {
        held = answer;
        return;
      }
      held = undefined;
      underWay -= 1;
      if (answer.length > length) finish('An answer is longer than it says.');
      else if (!isSuccess(answer)) finish(`An answer was not a success:\n${answer.toString('latin1')}`);
      else if (result !== undefined) finish();
      else {
        answers += 1;
        latenciesMs.push(performance.now() - sentMs);
        if (answers >= answersMax) finish();
        else next();
      }
    });
    next();
  }
  return promise;
}

function latencyOf(latenciesMs: readonly number[]): LoadLatency {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

function pick(requests: readonly PreparedRequest[]): Buffer {
  const request = requests[Math.floor(Math.random() * requests.length)];
  if (request === undefined) throw new Error('There is nothing to send');
  if (request.digitsAt.length === 0) return request.bytes;
  // The socket may still hold the bytes of the last request when the next is written, so each gets its own.
  const bytes = Buffer.from(request.bytes);
  for (const at of request.digitsAt) writeDigits(bytes, at);
  return bytes;
}

const ZERO = 0x30;

function writeDigits(bytes: Buffer, at: number): void {
  bytes[at] = ZERO + 1 + Math.floor(Math.random() * 9);
  for (let i = 1; i < DIGITS; i += 1) bytes[at + i] = ZERO + Math.floor(Math.random() * 10);
}

const HEAD_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

/** Undefined while the head has not arrived whole. */
function answerLength(answer: Buffer): number | undefined {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const length = CONTENT_LENGTH.exec(answer.toString('latin1', 0, headEnd))?.[1];
  if (length === undefined) throw new Error('An answer does not say how long it is');
  return headEnd + HEAD_END.length + Number(length);
}

const STATUS_AT = 'HTTP/1.1 '.length;
const TWO = 0x32;

function isSuccess(answer: Buffer): boolean {
  return answer[STATUS_AT] === TWO;
}

function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.once('connect', () => resolve(socket));
  socket.once('error', reject);
  return promise;
}
