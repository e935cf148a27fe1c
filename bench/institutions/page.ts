import { CLIENTS, type InstitutionsReport, SEARCHES, SIZES } from './institutions-bench.ts';

/** The report as a page of the docs; the same is printed. */
export function institutionsPage({
  machine,
  readings,
  rounds,
  seconds,
  buildMs,
}: InstitutionsReport): string {
  const of = (size: number, what: string) => readings.find((one) => one.size === size && one.what === what);
  const rows = SIZES.flatMap((size) =>
    SEARCHES.map(({ what }) => {
      const { perSecond = 0, p50Ms = 0, p99Ms = 0 } = of(size, what) ?? {};
      return `| ${thousands(size)} | ${what} | ${thousands(perSecond)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`;
    }),
  );
  const growth = SEARCHES.map(({ what }) => {
    const times = SIZES.map((size) => 1_000 / (of(size, what)?.perSecond ?? Number.NaN));
    const [small = 0, middle = 0, large = 0] = times;
    return `| ${what} | ${(middle / small).toFixed(2)} | ${(large / middle).toFixed(2)} |`;
  });
  return [
    '# Finding banks',
    '',
    '<!-- Written by `npm run bench -- institutions --docs`; change the bench, not this page. -->',
    '',
    '`GET /v1/institutions` from memory: banks of two providers merged into one directory, searched, and the providers of each',
    'ranked by the engine. Two fifths of the banks are in one country, and that is where the bench looks.',
    '',
    `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores shared by server, database and load, ${Math.round(machine.busyBefore * 100)} % of them busy`,
    `with other work before the start. ${CLIENTS} clients, each with a request always under way; medians of ${rounds} rounds of ${seconds} s. With so`,
    'many clients the latency is mostly waiting for the others: read it as the longest of a busy moment.',
    '',
    '| Banks | Asked | Answers a second | p50 ms | p99 ms |',
    '|---:|---|---:|---:|---:|',
    ...rows,
    '',
    '## Growth',
    '',
    'How much longer an answer takes when there are four times as many banks. Linear growth would be 4.',
    '',
    '| Asked | 1,000 → 4,000 | 4,000 → 16,000 |',
    '|---|---:|---:|',
    ...growth,
    '',
    '## A changed directory',
    '',
    'From the change to the first answer, with everything read from the database, merged and indexed anew. Meanwhile the old one serves.',
    '',
    '| Banks | ms |',
    '|---:|---:|',
    ...SIZES.map((size) => `| ${thousands(size)} | ${Math.round(buildMs.get(size) ?? 0)} |`),
    '',
  ].join('\n');
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
