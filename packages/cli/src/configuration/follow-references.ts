/**
 * What the references in a file stand for: `${env:NAME}` a variable of the environment, `${file:path}` a file, from where the
 * configuration lies. They are followed here, by whoever applies, so that the file itself holds no secret. A value is kept
 * as it is but for one line end at its end, which editors add.
 */
import { isMap, isSeq, parseDocument, visit } from 'yaml';

export interface ReferenceSources {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Undefined when it cannot be read. */
  readonly readFile: (path: string) => string | undefined;
}

export type Followed =
  | { readonly ok: true; readonly secrets: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly problems: readonly string[] };

const REFERENCE = /^\$\{(env|file):([^}\n]+)\}$/;

export function followReferences(text: string, { variables, readFile }: ReferenceSources): Followed {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const reference of referencesIn(text)) {
    const [, kind, name = ''] = REFERENCE.exec(reference) ?? [];
    const value = kind === 'env' ? variables[name] : readFile(name);
    if (value === undefined || value === '') {
      problems.push(
        kind === 'env'
          ? `${reference}: the environment has no ${name}.`
          : `${reference}: the file is empty or cannot be read.`,
      );
    } else secrets[reference] = value.replace(/\r?\n$/, '');
  }
  return problems.length === 0 ? { ok: true, secrets } : { ok: false, problems };
}

/** Of the credentials of connections. What is no YAML has none; the service will say what is wrong with it. */
function referencesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false });
  const connections = isMap(document.contents) ? document.contents.get('connections') : undefined;
  for (const connection of isSeq(connections) ? connections.items : []) {
    const credentials = isMap(connection) ? connection.get('credentials') : undefined;
    if (!isMap(credentials)) continue;
    visit(credentials, {
      Scalar: (_, { value }) => void (typeof value === 'string' && REFERENCE.test(value) && found.add(value)),
    });
  }
  return found;
}
