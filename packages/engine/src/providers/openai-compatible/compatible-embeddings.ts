import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError } from "ai";
import { boundedFetch } from "../bounded-fetch.ts";
import { type Embeddings, EmbeddingsError, type EmbeddingsSettings } from "./embeddings.ts";

/** A caller waits for it in silence. */
const QUESTION_TIMEOUT_MS = 300;

export function compatibleEmbeddings({
  model,
  baseUrl,
  apiKey,
  questionTimeoutMs = QUESTION_TIMEOUT_MS,
}: EmbeddingsSettings): Embeddings {
  const server = createOpenAICompatible({
    name: "embeddings",
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    // Resolved for each request, because tests replace `fetch`.
    fetch: boundedFetch((input, init) => fetch(input, init)),
  }).embeddingModel(model);
  return {
    model,
    questionTimeoutMs,
    async embed(texts, signal) {
      let vectors: number[][];
      try {
        ({ embeddings: vectors } = await server.doEmbed({ values: [...texts], abortSignal: signal }));
      } catch (error) {
        signal.throwIfAborted();
        throw new EmbeddingsError(sentenceOf(error, baseUrl));
      }
      const length = vectors[0]?.length ?? 0;
      const isComplete = vectors.length === texts.length && length > 0;
      if (!isComplete || vectors.some((vector) => vector.length !== length))
        throw new EmbeddingsError("The embeddings server did not answer with one vector for each text, all of the same length.");
      return vectors;
    },
  };
}

/** The error itself contains the texts. */
function sentenceOf(error: unknown, baseUrl: string): string {
  if (!APICallError.isInstance(error)) return "The embeddings server sent an answer that is not understood.";
  const { statusCode: status } = error;
  if (status === undefined) return `The embeddings server could not be reached at ${new URL(baseUrl).origin}.`;
  if (status < 400) return "The embeddings server sent an answer that is not understood.";
  if (status === 401 || status === 403) return "The embeddings server refused the key. Check EMBEDDINGS_API_KEY.";
  if (status === 404) return "The embeddings server has no such model. Check EMBEDDINGS_MODEL and EMBEDDINGS_BASE_URL.";
  return `The embeddings server answered with status ${status}.`;
}
