/** Links between our pages lead somewhere: to a file or folder that exists, and to a heading that is on that page. */
import type { Problem, Rule } from '../rule.ts';
import type { SourceFile } from '../source-file.ts';

export const links: Rule = {
  name: 'relative links in Markdown lead to a file and a heading that exist',
  check: (files) => {
    const pages = new Map(files.map((file) => [file.path, file]));
    const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
    return files
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap((file) => linksOf(file).flatMap((link) => problemsOf(file, link, pages, folders)));
  },
  breaks: [
    { tree: { 'docs/a.md': '\nSee [b](b.md).' }, at: ['docs/a.md:2'] },
    { tree: { 'docs/a.md': '[b](../b.md#there)', 'b.md': '# Here' }, at: ['docs/a.md:1'] },
    { tree: { 'a.md': '# Here\n\n[up](#there)' }, at: ['a.md:3'] },
    { tree: { 'a.md': '![picture](images/a.svg)' }, at: ['a.md:1'] },
    { tree: { 'a.md': 'See [b].\n\n[b]: ./b.md' }, at: ['a.md:3'] },
    { tree: { 'a.md': '[b](b.md "title")' }, at: ['a.md:1'] },
  ],
  keeps: [
    {
      'docs/a.md': '[b](../b.md#what-it-is-for), [folder](../packages/x), [x](https://example.com)',
      'b.md': '## What *it* is `for`?',
      'packages/x/y.ts': '',
    },
    { 'a.md': '# Twice\n# Twice\n[second](#twice-1) [mail](mailto:a@example.com)' },
    { 'a.md': '```md\n[b](b.md)\n```\n`[b](b.md)` and [code](src/a.ts#L3)', 'src/a.ts': '' },
    { 'a.md': '<a id="own"></a>\n[x](#own)' },
  ],
};

interface Link {
  readonly target: string;
  readonly line: number;
}

const INLINE = /\[(?:[^\]\\]|\\.)*\]\(\s*<?([^)\s>]+)>?[^)]*\)/g;
const DEFINITION = /^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/;

function linksOf({ text }: SourceFile): readonly Link[] {
  return proseLines(text).flatMap(({ content, line }) => {
    const bare = content.replace(/`+[^`]*`+/g, '');
    const targets = Array.from(bare.matchAll(INLINE), (match) => match[1] ?? '');
    const defined = DEFINITION.exec(bare)?.[1];
    return [...targets, ...(defined === undefined ? [] : [defined])].map((target) => ({ target, line }));
  });
}

function problemsOf(
  file: SourceFile,
  { target, line }: Link,
  pages: ReadonlyMap<string, SourceFile>,
  folders: ReadonlySet<string>,
): readonly Problem[] {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [];
  const [to = '', anchor] = target.split('#', 2);
  const path =
    to === ''
      ? file.path
      : decodeURI(new URL(to, `file:///${file.path}`).pathname)
          .slice(1)
          .replace(/\/$/, '');
  const page = pages.get(path);
  const at = { path: file.path, line };
  if (page === undefined) {
    return folders.has(path)
      ? []
      : [{ ...at, message: `links to ${target}, which does not exist; mend or remove the link.` }];
  }
  if (anchor === undefined || !path.endsWith('.md') || anchorsOf(page).has(anchor)) return [];
  return [{ ...at, message: `links to ${target}, but ${path} has no such heading; mend the anchor.` }];
}

/** The anchors a forge gives to headings: lower case, without punctuation, dashes for spaces, numbered when repeated. */
function anchorsOf({ text }: SourceFile): ReadonlySet<string> {
  const anchors = new Set(
    Array.from(text.matchAll(/<a\s+(?:id|name)="([^"]+)"/g), (match) => match[1] ?? ''),
  );
  const seen = new Map<string, number>();
  for (const { content } of proseLines(text)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(content)?.[1];
    if (heading === undefined) continue;
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** The lines outside fenced code. */
function proseLines(text: string): readonly { readonly content: string; readonly line: number }[] {
  let fence: string | undefined;
  return text.split('\n').flatMap((content, at) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(content)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      return [];
    }
    return fence === undefined ? [{ content, line: at + 1 }] : [];
  });
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}
