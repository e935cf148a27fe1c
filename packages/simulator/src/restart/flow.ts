/** For tests: something that is under way with a provider when the simulator is killed, and how it must go on afterwards. */
export interface Flow {
  readonly name: string;
  /** Does it half, and answers what to look for after a restart. `hook` is where webhooks arrive. */
  begin(simulator: string, hook: string): Promise<GoesOn>;
}

/** Fails unless it goes on. `received` are the bodies of the webhooks that were taken since the restart. */
export type GoesOn = (simulator: string, received: readonly string[]) => Promise<void>;

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  /** What a provider answers is compared field by field: a wrong shape is a failed comparison. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export async function call(
  method: string,
  url: string,
  input: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
): Promise<Answer> {
  const isForm = input.body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': type, ...input.headers },
    redirect: 'manual',
    ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
  });
  const text = await answer.text();
  return { status: answer.status, location: answer.headers.get('location') ?? '', text, body: parsed(text) };
}

export function form(fields: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(fields);
}

/** Waits for what happens by itself. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const endsAtMs = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > endsAtMs) throw new Error(`it never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function bodyOf(body: unknown): string | URLSearchParams {
  if (body instanceof URLSearchParams || typeof body === 'string') return body;
  return JSON.stringify(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
