/** Everything written to standard output and error while it listens. */
export function createPrintedText(): { listen(): void; stop(): void; text(): string } {
  const streams = [process.stdout, process.stderr];
  const originals = streams.map((stream) => stream.write);
  let text = '';
  return {
    listen() {
      for (const [index, stream] of streams.entries()) {
        const original = originals[index];
        stream.write = function write(this: typeof stream, ...args: Parameters<typeof stream.write>) {
          text += String(args[0]);
          return original === undefined ? true : original.apply(this, args);
        } as typeof stream.write;
      }
    },
    stop() {
      for (const [index, stream] of streams.entries()) {
        const original = originals[index];
        if (original !== undefined) stream.write = original;
      }
    },
    text: () => text,
  };
}
