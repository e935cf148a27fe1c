/**
 * Every statement that the store can send, read from its modules themselves. Statements are nobody's business outside their
 * module, so each module is loaded with one more export that lists them. Nothing but tests imports this.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Statement } from '../store/statement.ts';

export interface StoredStatement extends Statement<unknown> {
  readonly file: string;
}

const STORE = join(import.meta.dirname, '..', 'store');
const DECLARED = /^(?:export )?const (\w+): Statement</gm;
/** Statements that are made from a table, by a function that has their text. */
const TABULATED =
  /^(?:export )?const (\w+) = Object\.fromEntries\([^;]*\bas Readonly<Record<[^;]*\bStatement</gm;
/** A copy of the module of its own, so that whoever has it loaded already is left alone. */
const LISTED = '?statements';

export async function allStatements(): Promise<readonly StoredStatement[]> {
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(LISTED)) return loaded;
      const source = String(loaded.source);
      return {
        ...loaded,
        source: `${source}\nexport const statementsOfModule = [${namesIn(source).join(', ')}];`,
      };
    },
  });
  try {
    const listed = modules().map(async (file) => {
      const url = `${pathToFileURL(join(STORE, file)).href}${LISTED}`;
      const { statementsOfModule } = (await import(url)) as {
        statementsOfModule: readonly Statement<unknown>[];
      };
      return statementsOfModule.map((statement) => ({ ...statement, file }));
    });
    return (await Promise.all(listed)).flat();
  } finally {
    hooks.deregister();
  }
}

/** The modules in which there are more texts of statements than are known, counted another way, so that none is overlooked. */
export function overlooked(): readonly string[] {
  return modules().filter((file) => {
    const source = readFileSync(join(STORE, file), 'utf8');
    const texts = source.match(/\btext:\s*[`']/g) ?? [];
    return texts.length > namesIn(source).length;
  });
}

function modules(): readonly string[] {
  return readdirSync(STORE).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
}

/** As they are spread into the list of all. */
function namesIn(source: string): readonly string[] {
  return [
    ...[...source.matchAll(DECLARED)].map(([, name = '']) => name),
    ...[...source.matchAll(TABULATED)].map(([, name = '']) => `...Object.values(${name})`),
  ];
}
