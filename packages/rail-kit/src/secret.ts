/** A text that prints as `[redacted]` wherever it lands by accident: in a log, a template, JSON. `reveal()` is deliberate. */
export interface Secret {
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

export function brandSecret(text: string): Secret {
  return Object.freeze({ reveal: () => text, toString: () => REDACTED, toJSON: () => REDACTED });
}

const REDACTED = '[redacted]';
