import type { Rule } from '../rule.ts';

const FOLDER = /^packages\/server\/src\/store\/migrations\//;
const NUMBERED = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

export const migrations: Rule = {
  name: 'migrations are numbered from 0001 without a gap',
  check: (files) => {
    const paths = files.map(({ path }) => path).filter((path) => FOLDER.test(path));
    return paths.toSorted().flatMap((path, at) => {
      const name = path.replace(FOLDER, '');
      const expected = String(at + 1).padStart(4, '0');
      const message = `is the ${at + 1}. migration by name and must begin with ${expected}-; migrations are forward-only, one after the other.`;
      return NUMBERED.exec(name)?.[1] === expected ? [] : [{ path, line: 1, message }];
    });
  },
  breaks: [
    broken(['0001-a.sql', '0003-b.sql'], ['0003-b.sql']),
    broken(['0001-a.sql', '0001-b.sql'], ['0001-b.sql']),
    broken(['add-table.sql'], ['add-table.sql']),
  ],
  keeps: [folder(['0001-foundation.sql', '0002-payment-intents.sql'])],
};

function folder(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [`packages/server/src/store/migrations/${name}`, '']));
}

function broken(names: readonly string[], at: readonly string[]) {
  return { tree: folder(names), at: at.map((name) => `packages/server/src/store/migrations/${name}:1`) };
}
