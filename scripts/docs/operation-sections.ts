/** The operations of an API, one after the other: what each takes, what it answers, and one example of each. */
import { type BaseOperation, jsonSchemaOf } from '@switchyard/contract';
import { curlCommand } from './curl-command.ts';
import { type Enumeration, inputTable, longEnumerations } from './input-table.ts';
import { jsonText } from './json-text.ts';
import { anchor, code, codes, fenced, paragraphs, table } from './markdown.ts';

export interface DescribedApi<O extends BaseOperation> {
  readonly operations: readonly O[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  /** Who may call it, in a few words. */
  readonly access: (operation: O) => string;
  /** What else there is to know of it, if anything. */
  readonly traits: (operation: O) => readonly string[];
  /** The variable that holds the caller's secret in examples; undefined where none is needed. */
  readonly secret: (operation: O) => string | undefined;
}

type Part = 'params' | 'query' | 'body';

const PARTS: Readonly<Record<Part, string>> = { params: 'Path', query: 'Query', body: 'Body' };
/** A longer answer is folded away, so that the next operation stays in sight. */
const ANSWER_LINES_MAX = 30;

export function operationSections<O extends BaseOperation>(api: DescribedApi<O>): string {
  const { operations, tags } = api;
  return paragraphs(
    table(['Operation', 'Request', 'What it does'], operations.map(overview)),
    ...tags.map(({ name, description = '' }) =>
      paragraphs(
        `## ${name}`,
        description,
        ...operations.filter(({ tag }) => tag === name).map((operation) => section(api, operation)),
      ),
    ),
    enumerations(operations),
  );
}

function overview({ name, method, path, summary }: BaseOperation): readonly string[] {
  return [`[${code(name)}](#${anchor(name)})`, code(`${method} ${path}`), summary];
}

function section<O extends BaseOperation>(api: DescribedApi<O>, operation: O): string {
  const { name, method, path, successStatus, summary, description, examples } = operation;
  const answer = fenced('json', jsonText(examples.response));
  const long = answer.split('\n').length > ANSWER_LINES_MAX;
  const traits = api.traits(operation);
  return paragraphs(
    `### ${name}`,
    `**${summary}** · ${code(`${method} ${path}`)} · answers **${successStatus}** · ${api.access(operation)}`,
    description,
    traits.length === 0 ? undefined : traits.join(' '),
    ...inputs(operation),
    fenced('sh', curlCommand(operation, api.secret(operation))),
    long ? `<details><summary>The answer</summary>\n\n${answer}\n\n</details>` : answer,
  );
}

function inputs(operation: BaseOperation): readonly string[] {
  return (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const schema = operation[part];
    if (schema === undefined) return [];
    return [`${PARTS[part]}:`, inputTable(jsonSchemaOf(schema, 'input'))];
  });
}

/** The long lists that the tables above refer to. */
function enumerations(operations: readonly BaseOperation[]): string | undefined {
  const found = new Map<string, Enumeration>();
  for (const operation of operations) {
    for (const part of Object.keys(PARTS) as Part[]) {
      const schema = operation[part];
      const lists = schema === undefined ? [] : longEnumerations(jsonSchemaOf(schema, 'input'));
      for (const list of lists) found.set(list.name, list);
    }
  }
  if (found.size === 0) return undefined;
  const lists = [...found.values()].map(({ name, values }) => paragraphs(`### ${name}`, codes(values)));
  return paragraphs('## Lists of words', ...lists);
}
