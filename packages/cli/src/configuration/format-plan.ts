/** A plan for people: a line for each thing, and below it what changes of it. */
export interface PlannedChange {
  readonly action: 'create' | 'update' | 'remove' | 'keep';
  readonly subject: string;
  readonly key: string;
  readonly fields: readonly {
    readonly path: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
}

const SIGNS: Readonly<Record<PlannedChange['action'], string>> = {
  create: '+',
  update: '~',
  remove: '-',
  keep: '=',
};

export function formatPlan(changes: readonly PlannedChange[]): string {
  if (!changes.some(isEffective)) return ['Nothing to change.', ...notesOf(changes)].join('\n');
  return [...changes.filter(isEffective).flatMap(linesOf), '', summaryOf(changes), ...notesOf(changes)].join(
    '\n',
  );
}

export function isEffective({ action }: PlannedChange): boolean {
  return action !== 'keep';
}

function linesOf({ action, subject, key, fields }: PlannedChange): readonly string[] {
  const title = `${SIGNS[action]} ${subject === key ? subject : `${subject} ${key}`}`;
  return [title, ...fields.map(({ path, from, to }) => `    ${path}: ${from ?? '–'} → ${to ?? '–'}`)];
}

function summaryOf(changes: readonly PlannedChange[]): string {
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length;
  return `${count('create')} to create, ${count('update')} to change, ${count('remove')} to remove.`;
}

function notesOf(changes: readonly PlannedChange[]): readonly string[] {
  const kept = changes.filter(({ action }) => action === 'keep');
  if (kept.length === 0) return [];
  return [`Not in the file, and kept (--prune removes them): ${kept.map(({ key }) => key).join(', ')}.`];
}
