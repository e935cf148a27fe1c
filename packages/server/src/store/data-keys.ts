/** The rows of data keys: one per subject, written once, and selected beside whatever they seal. */
import type { Statement, Transaction, Writer } from './database.ts';
import type { DataKey, EnvironmentKeys, WrappedDataKey } from './keyring.ts';

/** What a statement selects of a data key, beside the columns that key seals. */
export interface DataKeyColumns {
  readonly subject_id: string;
  readonly key_version: number;
  readonly environment_key_version: number;
  /** Null when the subject has been erased. */
  readonly key_wrapped: Buffer | null;
}

export const DATA_KEY_COLUMNS = `k.subject_id, k.version as key_version, k.environment_key_version,
  k.wrapped as key_wrapped`;

const insertDataKeyRow: Statement<never> = {
  name: 'data-key-insert',
  text: `insert into switchyard.data_key
      (environment_id, subject_id, version, environment_key_version, wrapped, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

const selectBySubject: Statement<DataKeyColumns> = {
  name: 'data-key-by-subject',
  text: `select ${DATA_KEY_COLUMNS} from switchyard.data_key k 
    where k.environment_id = $1 and k.subject_id = $2 and k.wrapped is not null`,
};

export function insertDataKey(writer: Writer, row: WrappedDataKey, createdAt: Date): void {
  writer.send(insertDataKeyRow, [
    writer.environmentId,
    row.subjectId,
    row.version,
    row.environmentKeyVersion,
    row.wrapped,
    createdAt,
  ]);
}

/** Undefined when there is no such subject, or it has been erased. */
export async function findDataKey(
  tx: Transaction,
  keys: EnvironmentKeys,
  subjectId: string,
): Promise<DataKey | undefined> {
  const [row] = await tx.query(selectBySubject, [tx.environmentId, subjectId]);
  return row === undefined ? undefined : dataKeyOf(keys, row);
}

export function dataKeyOf(keys: EnvironmentKeys, columns: DataKeyColumns): DataKey {
  if (columns.key_wrapped === null) return DESTROYED;
  return keys.openDataKey({
    subjectId: columns.subject_id,
    version: columns.key_version,
    environmentKeyVersion: columns.environment_key_version,
    wrapped: columns.key_wrapped,
  });
}

/** Whoever may meet an erased subject looks first; these are for whoever should not. */
const DESTROYED: DataKey = {
  seal: () => {
    throw new Error('Nothing is sealed for a subject that has been erased');
  },
  open: () => {
    throw new Error('What an erased subject left behind cannot be opened');
  },
};
