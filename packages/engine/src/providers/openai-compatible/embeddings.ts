export interface EmbeddingsSettings {
  model: string;
  /** Base URL of an OpenAI-compatible API: `/embeddings` is below it. */
  baseUrl: string;
  /** Default: none is sent. */
  apiKey?: string | undefined;
  /** How long a search waits for the vector of its question. Default: 300 ms. */
  questionTimeoutMs?: number;
}

export interface Embeddings {
  readonly model: string;
  readonly questionTimeoutMs: number;
  /** One vector for each text, all of the same length. Fails with an `EmbeddingsError`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
}

/** Its message is a sentence without keys and without texts. */
export class EmbeddingsError extends Error {
  override readonly name = "EmbeddingsError";
}
