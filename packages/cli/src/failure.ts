/** Something a person can mend, said in a sentence. It reaches the terminal without a stack. */
export class Failure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
