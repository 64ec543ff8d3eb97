/** A model, voice or transcriber of a provider failed. `retryable` says whether the same request may work a moment later. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly part: "model" | "voice" | "transcriber";
  readonly retryable: boolean;

  constructor(
    message: string,
    options: { provider: string; part: "model" | "voice" | "transcriber"; retryable: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.provider = options.provider;
    this.part = options.part;
    this.retryable = options.retryable;
  }
}
