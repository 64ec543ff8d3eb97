/** An expected failure of a function: its caller is told both, as the data of the client's `ConvexError`. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";
  readonly data: { code: string; message: string };

  constructor(code: string, message: string) {
    super(message);
    this.data = { code, message };
  }
}

/** What `authenticate` throws for a token that opens nothing (any more). Its message is shown to the developer of the page. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}
