import type { PromptMessage } from "@callwright/contract";

/** One request to a language model. */
export interface ModelRequest {
  messages: readonly PromptMessage[];
  temperature: number;
  maxTokens: number;
  /** Aborted when the caller interrupts or leaves. */
  signal: AbortSignal;
}

/**
 * A language model as the conversation core sees it: text in deltas, in order.
 * Fails with a `ProviderError`; an aborted request ends quietly.
 */
export interface LanguageModel {
  /** Id of the provider, for logs and ended reasons. */
  readonly provider: string;
  stream(request: ModelRequest): AsyncIterable<string>;
}
