import type { Embeddings, EmbeddingsSettings } from "./embeddings.ts";

/** Vectors of texts, by an OpenAI-compatible server. What it needs is loaded at once, so that the first question does not wait for it. */
export async function createEmbeddings(settings: EmbeddingsSettings): Promise<Embeddings> {
  const { compatibleEmbeddings } = await import("./compatible-embeddings.ts");
  return compatibleEmbeddings(settings);
}
