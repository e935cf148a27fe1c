/** A provider's code as it may be recorded: a word. Anything longer may be a sentence, and sentences may hold names. */
export function shortCode(text: string | null | undefined): { readonly providerCode?: string } {
  return typeof text === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(text) ? { providerCode: text } : {};
}
