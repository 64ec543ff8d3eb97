/** A backup cannot be made or restored, for a reason its operator can fix. The message is one sentence that says how. */
export class BackupError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BackupError";
  }
}
