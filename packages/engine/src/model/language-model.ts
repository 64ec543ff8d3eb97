import type { HistoryItem, JsonSchema, ModelRepair } from "@callwright/contract";

/** A tool as a model sees it. */
export interface ModelTool {
  /** Unique in a request: letters, digits, `_` and `-`, at most 64. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
  /** The provider makes sure that arguments match the schema. */
  strict: boolean;
  /**
   * It hands the conversation over, and its description says when: to another assistant, over an edge of a workflow, or to a node that can be reached
   * from anywhere. Default: no handover.
   */
  handsOver?: "agent" | "edge" | "anywhere";
}

/** One request to a language model: one step of a turn. */
export interface ModelRequest {
  history: readonly HistoryItem[];
  /** Empty: the model can only speak. */
  tools: readonly ModelTool[];
  temperature: number;
  maxTokens: number;
  /** The answer is JSON of this schema, if the provider can ensure it; do not rely on that. Default: text. */
  answerSchema?: JsonSchema;
  /** The assistant's name: some models write it before their words. Default: none. */
  speaker?: string | undefined;
  /** Aborted when the caller interrupts or leaves. */
  signal: AbortSignal;
}

/** The usage of one request, in the provider's count of tokens. Tokens read from a cache or written to one are a part of the input. */
export interface ModelUsage {
  /** The model that answered. */
  model: string;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  /** From the request to the first word or tool call. */
  firstTokenMs: number;
}

/** A part of a model's output in one step, in order. */
export type ModelPart =
  | { type: "text"; text: string }
  /** `arguments`: the model's complete JSON text, which may be invalid. */
  | { type: "tool-call"; id: string; name: string; arguments: string }
  /** At most once, at the end. Absent if the provider reports none. */
  | ({ type: "usage" } & ModelUsage)
  /** A model failed before its first word, and the next of the assistant's models answers. */
  | { type: "fell-back"; message: string }
  /** Something in the answer was not for the caller, or the server could not take a part of the request. The message says what was done. */
  | { type: "repaired"; what: ModelRepair; message: string }
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
