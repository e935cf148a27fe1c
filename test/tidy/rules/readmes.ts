import type { Rule } from '../rule.ts';

export const readmes: Rule = {
  name: 'every package has a README',
  check: (files) => {
    const paths = new Set(files.map(({ path }) => path));
    return [...paths]
      .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
      .filter((path) => !paths.has(path.replace('package.json', 'README.md')))
      .map((path) => ({
        path,
        line: 1,
        message:
          'has no README.md beside it; say what the package is for, how it is used and where things are.',
      }));
  },
  breaks: [{ tree: { 'packages/x/package.json': '{}' }, at: ['packages/x/package.json:1'] }],
  keeps: [{ 'packages/x/package.json': '{}', 'packages/x/README.md': '# x', 'package.json': '{}' }],
};
