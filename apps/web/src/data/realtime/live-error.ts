/** Why a live query, mutation or action failed, as a text for users. */
export class LiveError extends Error {
  /** A code of the error catalogue; `connection-lost` if the outcome is unknown, `not-connected` if nothing was sent. */
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.name = "LiveError";
    this.code = code;
  }
}
