/** The server cannot start, for a reason its operator can fix. The message is one sentence that says how. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StartError";
  }
}
