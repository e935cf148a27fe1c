/** Lets so many pieces of work run at once; others wait their turn, in order, for a bounded time. */
export interface Turns {
  /** Undefined when no turn came in time. */
  take(): Promise<(() => void) | undefined>;
}

export function createTurns(max: number, waitMsMax: number): Turns {
  let running = 0;
  const waiting: ((turn: () => void) => void)[] = [];

  /** Idempotent, because a turn given back twice would let one too many run. */
  function newTurn(): () => void {
    let isOver = false;
    running += 1;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      waiting.shift()?.(newTurn());
    };
  }

  return {
    async take() {
      if (running < max) return newTurn();
      return new Promise((resolve) => {
        const arrive = (turn: () => void) => {
          clearTimeout(timer);
          resolve(turn);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(arrive), 1);
          resolve(undefined);
        }, waitMsMax);
        waiting.push(arrive);
      });
    },
  };
}
