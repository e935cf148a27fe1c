/** A piece of HTML whose values were escaped when they were put in. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[] | false | undefined;

/** Everything put into the text is escaped, unless it is HTML already; false and undefined put in nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: texts.map((text, index) => `${text}${written(values[index])}`).join('') };
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('html' in value) return value.html;
  return value.map((part) => part.html).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
