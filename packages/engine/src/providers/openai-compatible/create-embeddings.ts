import type { Embeddings, EmbeddingsSettings } from "./embeddings.ts";

/** Vectors of texts from an OpenAI-compatible server. Its code is loaded at once, so that the first question does not wait for it. */
export async function createEmbeddings(settings: EmbeddingsSettings): Promise<Embeddings> {
  const { compatibleEmbeddings } = await import("./compatible-embeddings.ts");
  return compatibleEmbeddings(settings);
}
