import { CLIENTS, KINDS, type Kind, type QuotesReport, type Row, SIZES } from './quotes-bench.ts';

/** The report as a page of the docs; the same is printed. */
export function quotesPage({ machine, rows, rounds, seconds }: QuotesReport): string {
  return [
    '# Quoting routes',
    '',
    '<!-- Written by `npm run bench -- quotes --docs`; change the bench, not this page. -->',
    '',
    '`POST /v1/route_quotes` between a linked account in pounds and a payee: the accounts are read, routes are found, rates are asked of',
    'the providers that convert, and every quote is stored before it is answered. The first ten connections are those that the',
    'development seed calls itself; the others are more of each, so whoever pays in, converts and pays out grows alike. Pounds to pounds',
    'asks nobody. Pounds to euros asks each Wise connection for a rate, over HTTP, at the simulator.',
    '',
    `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores shared by server, database, simulator and load, ${Math.round(machine.busyBefore * 100)} % of them busy`,
    `with other work before the start. ${CLIENTS} clients, each with a request always under way; medians of ${rounds} rounds of ${seconds} s. With so`,
    'many clients the latency is mostly waiting for the others.',
    '',
    '| Connections | | Routes offered | Rates asked | Answers a second | p50 ms | p99 ms |',
    '|---:|---|---:|---:|---:|---:|---:|',
    ...rows.map(
      (row) =>
        `| ${row.size} | ${row.kind} | ${row.routes} | ${row.rates} | ${figure(row.perSecond)} | ${figure(row.p50Ms)} | ${figure(row.p99Ms)} |`,
    ),
    '',
    '## Where the time goes',
    '',
    'Milliseconds of processor time for one answer. The engine’s part is that of `findRoutes` alone, which is asked once, and once more',
    'with the rates; it is measured by itself and belongs to the server’s.',
    '',
    '| Connections | | Server | of it the engine | Database | Simulator |',
    '|---:|---|---:|---:|---:|---:|',
    ...rows.map(
      (row) =>
        `| ${row.size} | ${row.kind} | ${ms(row.serverUs)} | ${ms(row.engineUs)} | ${ms(row.databaseUs)} | ${ms(row.simulatorUs)} |`,
    ),
    '',
    '## Growth',
    '',
    `How many times longer an answer takes with more connections. Linear growth would be ${factors()}. Converting grows faster:`,
    'what is converted on one balance may be sent on over another, so every converter is combined with every other one, and with',
    'everybody who pays in; and every one of them is asked for its rate.',
    '',
    `| | ${steps()
      .map(([from, to]) => `${from} → ${to}`)
      .join(' | ')} | ${steps()
      .map(([from, to]) => `engine ${from} → ${to}`)
      .join(' | ')} |`,
    `|---|${steps()
      .map(() => '---:|---:|')
      .join('')}`,
    ...KINDS.map((kind) => growthRow(rows, kind)),
    '',
  ].join('\n');
}

function growthRow(rows: readonly Row[], kind: Kind): string {
  const of = (size: number) => rows.find((row) => row.size === size && row.kind === kind);
  const slower = steps().map(([from, to]) => (of(from)?.perSecond ?? 0) / (of(to)?.perSecond ?? 0));
  const engine = steps().map(([from, to]) => (of(to)?.engineUs ?? 0) / (of(from)?.engineUs ?? 0));
  return `| ${kind} | ${[...slower, ...engine].map((ratio) => ratio.toFixed(1)).join(' | ')} |`;
}

function steps(): readonly (readonly [number, number])[] {
  const [small, middle, large] = SIZES;
  return [
    [small, middle],
    [middle, large],
    [small, large],
  ];
}

function factors(): string {
  return steps()
    .map(([from, to]) => (to / from).toFixed(1))
    .join(', ');
}

/** Three digits that mean something. */
function figure(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

function ms(us: number): string {
  return figure(us / 1000);
}
