import { type Html, html } from './html.ts';
import { STYLESHEET } from './stylesheet.ts';

export interface Layout {
  readonly title: string;
  /** Whose page it is, and through whom the person came. */
  readonly name: string;
  readonly subtitle: string;
  readonly content: Html;
  readonly wide?: boolean;
}

export function layout({ title, name, subtitle, content, wide = false }: Layout): string {
  const width = wide ? 'wide' : '';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: STYLESHEET }}</style>
</head>
<body>
<header class="${width}">
<span class="mark" aria-hidden="true">${firstLetter(name)}</span>
<div><p class="name">${name}</p><p class="quiet">${subtitle}</p></div>
</header>
<main class="${width}">
${content}
</main>
<footer class="${width}"><p>Switchyard simulator. No real bank, no real money.</p></footer>
</body>
</html>
`.html;
}

/** What a form carries unseen. */
export function hiddenFields(hidden: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
}

function firstLetter(name: string): string {
  return /\p{L}/u.exec(name)?.[0].toUpperCase() ?? '·';
}
