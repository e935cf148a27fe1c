import { jsonSchemaOf, OPERATIONS } from '@switchyard/contract';
import { TAGS } from '../../packages/contract/src/openapi/info.ts';
import { covers } from '../../packages/server/src/http/scopes.ts';
import { curlCommand } from './curl-command.ts';
import { type Enumeration, inputTable, longEnumerations } from './input-table.ts';
import { jsonText } from './json-text.ts';
import { anchor, code, codes, fenced, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

type Operation = (typeof OPERATIONS)[number];
type Part = 'params' | 'query' | 'body';

const PARTS: Readonly<Record<Part, string>> = { params: 'Path', query: 'Query', body: 'Body' };
/** A longer answer is folded away, so that the next operation stays in sight. */
const ANSWER_LINES_MAX = 30;

const INTRO = paragraphs(
  `Every operation of the API: what it takes, what it answers, and one example of each. The same in machine-readable
form is served at \`/v1/openapi.json\`, and as a page to click through at \`/docs\`.`,
  `In the examples \`$BASE_URL\` and \`$API_KEY\` are the \`baseUrl\` and \`testKey\` of the \`dev.json\` that \`npm start\`
writes into its data directory. A key calls an operation when one of the scopes named there is among its own. What can go
wrong is the same everywhere: see [errors](errors.md). Bounds of requests are in [limits](limits.md). A field with a dot in
its name is inside another; where it is required, it is so when that other is given.`,
);

export const operationsPage: Page = {
  file: 'operations.md',
  title: 'Operations',
  source: 'packages/contract/src/operations',
  body: () =>
    paragraphs(
      INTRO,
      table(['Operation', 'Request', 'What it does'], OPERATIONS.map(overview)),
      ...TAGS.map(({ name, description }) =>
        paragraphs(`## ${name}`, description, ...OPERATIONS.filter(({ tag }) => tag === name).map(section)),
      ),
      enumerations(),
    ),
};

function overview({ name, method, path, summary }: Operation): readonly string[] {
  return [`[${code(name)}](#${anchor(name)})`, code(`${method} ${path}`), summary];
}

function section(operation: Operation): string {
  const { name, method, path, successStatus, summary, description, examples } = operation;
  const answer = fenced('json', jsonText(examples.response));
  const long = answer.split('\n').length > ANSWER_LINES_MAX;
  return paragraphs(
    `### ${name}`,
    `**${summary}** · ${code(`${method} ${path}`)} · answers **${successStatus}** · scopes ${scopesOf(operation)}`,
    description,
    traits(operation),
    ...inputs(operation),
    fenced('sh', curlCommand(operation)),
    long ? `<details><summary>The answer</summary>\n\n${answer}\n\n</details>` : answer,
  );
}

function scopesOf(operation: Operation): string {
  return codes(['full', 'read', 'decide', operation.name].filter((scope) => covers([scope], operation)));
}

function traits({ write, cacheable, decide }: Operation): string | undefined {
  const facts = [
    ...(write ? ['Takes an `Idempotency-Key`.'] : []),
    ...(cacheable ? ['The answer has an `ETag`; with `If-None-Match` an unchanged one is a 304.'] : []),
    ...(decide ? ['Counts against the rate limit of decide mode.'] : []),
  ];
  return facts.length === 0 ? undefined : facts.join(' ');
}

function inputs(operation: Operation): readonly string[] {
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const schema = operation[part];
    if (schema === undefined) return [];
    return [`${PARTS[part]}:`, inputTable(jsonSchemaOf(schema, 'input'))];
  });
}

/** The long lists that the tables above refer to. */
function enumerations(): string {
  const found = new Map<string, Enumeration>();
  for (const operation of OPERATIONS) {
    for (const part of Object.keys(PARTS) as Part[]) {
      const schema = operation[part];
      const lists = schema === undefined ? [] : longEnumerations(jsonSchemaOf(schema, 'input'));
      for (const list of lists) found.set(list.name, list);
    }
  }
  const lists = [...found.values()].map(({ name, values }) => paragraphs(`### ${name}`, codes(values)));
  return paragraphs('## Lists of words', ...lists);
}
