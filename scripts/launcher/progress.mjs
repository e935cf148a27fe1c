const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const PLAIN_LINE_MS = 15_000;

/** @param {string} message */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/**
 * Shows on stderr that something long goes on: one line that moves on a terminal, a line now and then elsewhere. The
 * function returned ends it with a closing line.
 *
 * @param {string} message
 * @returns {(closing: string) => void}
 */
export function showProgress(message) {
  const begunAt = Date.now();
  const text = () => `${message} … ${seconds(Date.now() - begunAt)}`;
  if (!process.stderr.isTTY) {
    say(`${message} …`);
    const timer = setInterval(() => say(text()), PLAIN_LINE_MS);
    return (closing) => {
      clearInterval(timer);
      say(`${closing} (${seconds(Date.now() - begunAt)})`);
    };
  }
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % FRAMES.length;
    process.stderr.write(`\r${FRAMES[frame]} ${text()}`);
  }, FRAME_MS);
  return (closing) => {
    clearInterval(timer);
    process.stderr.write(`\r\u001b[K${closing} (${seconds(Date.now() - begunAt)})\n`);
  };
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${Math.round(milliseconds / 1000)} s`;
}
