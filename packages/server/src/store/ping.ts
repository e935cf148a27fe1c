import type { Database, Statement } from './database.ts';

const ping: Statement<{ readonly one: number }> = { name: 'ping', text: 'select 1 as one' };

export async function databaseAnswers(db: Database): Promise<boolean> {
  try {
    await db.call(ping, []);
    return true;
  } catch {
    return false;
  }
}
