/** What a person sees when the service is up: where it is, the key to use, and a call that works when pasted. */
export interface BannerFacts {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly testKey: string;
  readonly metricsUrl: string;
  /** Where the providers are that the test environment is connected to. */
  readonly simulatorUrl?: string;
  readonly logFile: string;
}

export function banner(facts: BannerFacts): string {
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${facts.baseUrl}/v1`],
    ['Reference', facts.docsUrl],
    ['Management', `${facts.baseUrl}/manage/docs`],
    ['Test key', facts.testKey],
    ...(facts.simulatorUrl === undefined ? [] : ([['Simulator', facts.simulatorUrl]] as const)),
    ['Metrics', facts.metricsUrl],
    ['Log', facts.logFile],
  ];
  return [
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(10)} ${value}`),
    '',
    '  Try it:',
    '',
    `  curl -s ${facts.baseUrl}/v1/addresses/parse \\`,
    `    -H 'Authorization: Bearer ${facts.testKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"payto":"payto://iban/DE75512108001245126199?receiver-name=Ada"}'`,
    '',
    '  Ctrl-C stops everything, the database included.',
    '',
  ].join('\n');
}
