import type { HistoryItem } from "@callwright/contract";

/** Stands after the history when an agent of a team has just taken over, and nobody has asked it anything yet. */
export const ENTER_NOTE =
  "You have just taken over the conversation at this step. Begin it: say or ask what your instructions for this step tell you.";

/** A tool as a model sees it. */
export interface ModelTool {
  /** Unique in a request: letters, digits, `_` and `-`, at most 64. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
  /** The provider makes sure that arguments match the schema. */
  strict: boolean;
}

/** One request to a language model: one step of a turn. */
export interface ModelRequest {
  history: readonly HistoryItem[];
  /** Empty: the model can only speak. */
  tools: readonly ModelTool[];
  temperature: number;
  maxTokens: number;
  /** Aborted when the caller interrupts or leaves. */
  signal: AbortSignal;
}

/** What one request used, in tokens as the provider counts them. Cached tokens are a part of the input. */
export interface ModelUsage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** From the request to the first word or tool call. */
  firstTokenMs: number;
}

/** A part of what a model produces in one step, in order. */
export type ModelPart =
  | { type: "text"; text: string }
  /** `arguments`: JSON text as the model wrote it, whole. It can be broken. */
  | { type: "tool-call"; id: string; name: string; arguments: string }
  /** At most once, at the end. */
  | ({ type: "usage" } & ModelUsage)
  /** A model failed before its first word, and the next of the assistant's models answers. */
  | { type: "fell-back"; message: string }
  /** The model ends the call once its words are spoken. */
  | { type: "end-call" };

/**
 * A language model as the conversation sees it.
 * Fails with a `ProviderError`; an aborted request ends quietly.
 */
export interface LanguageModel {
  /** Id of the provider, for logs and ended reasons. */
  readonly provider: string;
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
