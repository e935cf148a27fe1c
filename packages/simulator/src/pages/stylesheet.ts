import { createHash } from 'node:crypto';

/** One small sheet for all pages, embedded in each. Colours change with the reader's preference. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --back: #f3f4f8; --card: #fff; --line: #d9dce6; --field: #767d92;
  --text: #161a27; --quiet: #565d72; --accent: #2446c8; --accent-text: #fff; --tint: #eef1fd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0e111a; --card: #181c29; --line: #2f3548; --field: #7d86a3;
    --text: #eceef6; --quiet: #a6aec5; --accent: #9db1ff; --accent-text: #0e1330; --tint: #222943;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2.5rem 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main, header, footer { max-width: 27rem; margin: 0 auto; }
.wide { max-width: 60rem; }
main { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.75rem; }
header { display: flex; align-items: center; gap: .75rem; padding: 0 .25rem 1rem; }
header p { margin: 0; line-height: 1.3; }
.mark {
  flex: none; width: 2.5rem; height: 2.5rem; border-radius: .75rem; background: var(--accent); color: var(--accent-text);
  display: grid; place-items: center; font-weight: 700; font-size: 1.1rem;
}
.name { font-weight: 650; }
.quiet, footer { color: var(--quiet); font-size: .875rem; }
footer { padding: 1rem .25rem 0; text-align: center; }
footer p { margin: 0; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.25; letter-spacing: -.01em; }
h1 + p { margin: .5rem 0 0; }
h2 { margin: 2rem 0 .25rem; font-size: 1.1rem; }
h2 + p { margin: 0 0 .75rem; }
dl { margin: 1.25rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); flex: none; }
dd { margin: 0; text-align: right; font-weight: 550; overflow-wrap: anywhere; }
fieldset { border: 0; margin: 1.5rem 0 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
legend + p { margin: 0; }
.choice {
  display: flex; align-items: center; gap: .85rem; padding: .75rem .9rem; margin-top: .5rem; cursor: pointer;
  border: 1px solid var(--line); border-radius: .75rem;
}
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { flex: none; width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--accent); }
.choice span { display: block; overflow-wrap: anywhere; }
.number { color: var(--quiet); font-size: .875rem; font-variant-numeric: tabular-nums; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); column-gap: .75rem; }
.field { margin-top: .75rem; }
.field label { display: block; margin-bottom: .25rem; font-weight: 550; }
.field input, .field select {
  width: 100%; min-height: 2.85rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: .6rem;
}
.buttons { display: grid; gap: .6rem; margin-top: 1.5rem; }
button {
  min-height: 3rem; padding: .6rem 1rem; font: inherit; font-weight: 600; border-radius: .75rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-text);
}
button.plain { background: transparent; color: var(--accent); }
button:hover { filter: brightness(1.08); }
button.plain:hover { background: var(--tint); filter: none; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice { margin: 1.25rem 0 0; padding: .75rem .9rem; background: var(--tint); border-radius: .75rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1.25rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 550; }
td:last-child, th:last-child { padding-right: 0; }
code { overflow-wrap: anywhere; font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--tint); padding: .1em .35em; border-radius: .35em; }
.words { white-space: nowrap; }
td .quiet { display: block; }
details { border-bottom: 1px solid var(--line); }
summary { padding: .6rem 0; cursor: pointer; font-weight: 550; }
details > .scroll { padding: 0 0 1rem; }
details tr:last-child td { border-bottom: 0; }
@media (max-width: 30rem) { body { padding: 1rem .75rem; } main { padding: 1.25rem; } }
`;

/** The sheet is the only thing a page may load, and the only way it may be embedded is as it stands here. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256')
    .update(STYLESHEET)
    .digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
