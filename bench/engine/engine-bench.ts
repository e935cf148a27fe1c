/**
 * The engine beside the bare loop that does the least of the same work, on the same traffic, one thread. Speed is counted
 * over the processor time that the work took, so that neighbours on the machine slow down the run and not the numbers.
 */
import { compile, type DecisionRequest, type Engine } from '@switchyard/engine';
import { describeMachine } from '../machine.ts';
import type { Report } from '../report.ts';
import { type Comparison, measureInTurns, type Subject } from '../rounds.ts';
import { scoreBare } from './bare-scoring-loop.ts';
import { createJsonRules } from './json-rules.ts';
import { sampleNetwork, sampleRouteRequests } from './sample-network.ts';
import {
  bareRails,
  bareRequests,
  NOW_MS,
  sampleRails,
  sampleRequests,
  sampleSnapshot,
} from './sample-traffic.ts';

export interface EngineBenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
}

/** Of the bare loop. */
const SHARE_TARGET = 0.3;
/** Ten times as many connections that cannot serve the request may at most double the cost. */
const CROWDED_TARGET = 0.5;
/** Times as fast as a general rules engine. */
const RULES_TARGET = 200;
/** With three times as many senders and as many transits there are nine times as many ways. */
const ROUTES_GROWTH_TARGET = 0.1;
const BATCH = 256;
const ROUTES_BATCH = 4;
const MICROSECONDS = 1_000_000;

export async function runEngineBench({ seconds, rounds, onRound }: EngineBenchOptions): Promise<Report> {
  const [few, many] = [sampleRails(20, 20), sampleRails(200, 20)];
  const bare = bareSubject(few);
  const engine = compile(sampleSnapshot(few));
  const recommended = engineSubject(engine, sampleRequests('recommended'));
  const cheapest = engineSubject(engine, sampleRequests('cheapest'));
  const fastest = engineSubject(engine, sampleRequests('fastest'));
  const crowded = engineSubject(compile(sampleSnapshot(many)), sampleRequests('recommended'));
  const loop = 'bare scoring loop, 20 rails';
  const comparisons: readonly Comparison[] = [
    {
      what: 'decide, recommended, 20 rails',
      against: loop,
      ours: recommended,
      theirs: bare,
      target: SHARE_TARGET,
    },
    { what: 'decide, cheapest, 20 rails', against: loop, ours: cheapest, theirs: bare, target: SHARE_TARGET },
    { what: 'decide, fastest, 20 rails', against: loop, ours: fastest, theirs: bare, target: SHARE_TARGET },
    {
      what: 'decide, 200 connected, 20 eligible',
      against: 'decide, recommended, 20 rails',
      ours: crowded,
      theirs: recommended,
      target: CROWDED_TARGET,
    },
    {
      what: 'decide, recommended, 20 rails',
      against: 'json-rules-engine, 20 rails',
      ours: recommended,
      theirs: rulesSubject(few),
      target: RULES_TARGET,
    },
  ];
  const routes = routesSubject(20);
  const routeComparisons: readonly Comparison[] = [
    {
      what: 'find routes, GBP to EUR, 20 connections',
      against: 'decide, recommended, 20 rails',
      ours: routes,
      theirs: recommended,
    },
    {
      what: 'find routes, GBP to EUR, 60 connections',
      against: 'find routes, GBP to EUR, 20 connections',
      ours: routesSubject(60),
      theirs: routes,
      target: ROUTES_GROWTH_TARGET,
    },
  ];
  const machine = await describeMachine();
  const measured = await measureInTurns([...comparisons, ...routeComparisons], {
    seconds,
    rounds,
    onRound,
    beforeEach: async () => undefined,
  });
  const [sample] = sampleRequests('recommended').map((request) => engine.decide(request, context(0)));
  return {
    machine,
    clients: 1,
    seconds,
    rounds,
    comparisons: measured,
    notes: [
      'Speed is per second of processor time, so it does not depend on who else is running.',
      'Every decision has another amount and another id, and explains every rail; the engine is warm.',
      `A decision over 20 rails is ${JSON.stringify(sample).length} bytes of JSON, to which come its sentences.`,
      'Routes: every second request has its rates already, so it is priced, ranked and explained to the end.',
      'The aim is 200,000 decisions a second on one core, or the share of the loop that is stated as target.',
    ],
  };
}

function bareSubject(rails: Parameters<typeof bareRails>[0]): Subject {
  const bare = bareRails(rails);
  const requests = bareRequests();
  return subject((at) => {
    const request = requests[at % requests.length];
    return request === undefined ? 0 : scoreBare(bare, request).length;
  });
}

/** Slow and asynchronous, so the clock is looked at after every choice. */
function rulesSubject(rails: Parameters<typeof bareRails>[0]): Subject {
  const choose = createJsonRules(sampleSnapshot(rails), bareRails(rails));
  const bare = bareRequests();
  const requests = sampleRequests('recommended').flatMap((request, index) => {
    const same = bare[index];
    return same === undefined ? [] : [{ request, bare: same }];
  });
  let at = 0;
  return {
    measure: async (seconds) => {
      const started = process.cpuUsage().user;
      let [spent, done] = [0, 0];
      while (spent < seconds * MICROSECONDS) {
        const request = requests[at % requests.length];
        if (request === undefined || (await choose(request)) === undefined)
          throw new Error('nothing was chosen');
        at += 1;
        done += 1;
        spent = process.cpuUsage().user - started;
      }
      return (done * MICROSECONDS) / spent;
    },
  };
}

function engineSubject(engine: Engine, requests: readonly DecisionRequest[]): Subject {
  return subject((at) => {
    const request = requests[at % requests.length];
    return request === undefined ? 0 : engine.decide(request, context(at)).alternatives.length;
  });
}

function routesSubject(connections: number): Subject {
  const engine = compile(sampleNetwork(connections));
  const requests = sampleRouteRequests(engine);
  return subject((at) => {
    const request = requests[at % requests.length];
    return request === undefined ? 0 : engine.findRoutes(request, { nowMs: NOW_MS }).quotes.length;
  }, ROUTES_BATCH);
}

function context(at: number) {
  return { nowMs: NOW_MS + Math.floor(at / 100), id: `dec_${at}` };
}

/** The sum keeps the compiler from leaving out work whose result nobody reads. */
function subject(run: (at: number) => number, batch = BATCH): Subject {
  let at = 0;
  let sum = 0;
  return {
    measure: async (seconds) => {
      const started = process.cpuUsage().user;
      let spent = 0;
      let done = 0;
      while (spent < seconds * MICROSECONDS) {
        for (let turn = 0; turn < batch; turn += 1) sum += run(at + turn);
        at += batch;
        done += batch;
        spent = process.cpuUsage().user - started;
      }
      if (sum < 0) throw new Error('a count is never negative');
      return (done * MICROSECONDS) / spent;
    },
  };
}
