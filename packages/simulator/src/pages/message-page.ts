import { html } from './html.ts';
import { layout } from './layout.ts';

export interface MessagePage {
  readonly title: string;
  readonly text: string;
}

/** Says one thing: that a link is used up, or that a bank cannot be reached. */
export function messagePage({ title, text }: MessagePage): string {
  return layout({
    title,
    name: 'Switchyard simulator',
    subtitle: 'Simulated banks and providers',
    content: html`<h1>${title}</h1>
<p>${text}</p>`,
  });
}
