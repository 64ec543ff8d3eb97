export interface EmbeddingsSettings {
  model: string;
  /** Of an OpenAI-compatible API: `/embeddings` is below it. */
  baseUrl: string;
  /** Default: none is sent. */
  apiKey?: string | undefined;
}

export interface Embeddings {
  readonly model: string;
  /** One vector for each text, all of the same length. Fails with an `EmbeddingsError`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
}

/** Its message is a sentence without keys and without texts. */
export class EmbeddingsError extends Error {
  override readonly name = "EmbeddingsError";
}
