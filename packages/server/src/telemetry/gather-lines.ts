/**
 * Gathers log lines and hands them on by the piece. pino's destination could do that too, but it measures all that it holds
 * again with every line: under load that costs as much as the rest of logging together.
 */
import type { DestinationStream } from 'pino';

export interface GatheredLines extends DestinationStream {
  /** Hands on what is there, also when it is little. */
  flush(): void;
}

/** So much is worth a write of its own. */
const PIECE_CHARS_MIN = 64 * 1024;

export function gatherLines(destination: DestinationStream): GatheredLines {
  let gathered = '';
  const flush = (): void => {
    if (gathered === '') return;
    const piece = gathered;
    gathered = '';
    destination.write(piece);
  };
  return {
    flush,
    write(line) {
      gathered += line;
      if (gathered.length >= PIECE_CHARS_MIN) flush();
    },
  };
}
