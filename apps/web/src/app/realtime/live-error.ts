/** Why a live query, mutation or action failed, in words that a person may read. */
export class LiveError extends Error {
  /** Of the catalogue of errors; `connection-lost` when nobody knows whether it was done, `not-connected` when it was not. */
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = "LiveError";
    this.code = code;
  }
}
