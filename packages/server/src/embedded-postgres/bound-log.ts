import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { LOG_BYTES_MAX, LOG_CHECK_MS, LOG_TAIL_BYTES } from './limits.ts';

/**
 * Keeps the server's log from growing without end: when it is too long it becomes `<log>.1` and is emptied. The server
 * only ever appends, so it goes on writing at the new end. The function returned stops the watch.
 */
export function boundLog(logFile: string, bytesMax = LOG_BYTES_MAX, checkMs = LOG_CHECK_MS): () => void {
  const timer = setInterval(() => void shortenLog(logFile, bytesMax), checkMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function shortenLog(logFile: string, bytesMax = LOG_BYTES_MAX): Promise<void> {
  const size = await logSize(logFile);
  if (size <= bytesMax) return;
  // A log that cannot be shortened now, the disk being full for example, is no reason to disturb the service.
  await copyFile(logFile, `${logFile}.1`).catch(() => {});
  await truncate(logFile, 0).catch(() => {});
}

export async function logSize(logFile: string): Promise<number> {
  return stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last of what was written since a position, for error messages. */
export async function logTail(logFile: string, since: number): Promise<string> {
  const size = await logSize(logFile);
  const from = Math.max(since, size - LOG_TAIL_BYTES, 0);
  if (size <= from) return '';
  const file = await open(logFile, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
