import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { localModelNoun } from "./local-model-noun.ts";

/** An OpenAI-compatible server that the operator offers to assistants. Callwright only. */
export const LocalModelServer = z.object({
  /** Base URL, for `model.url` of the provider `custom-llm`. Absent: the server for models without a URL. */
  url: z.string().optional(),
  /** Names of its models; empty while it does not answer. */
  models: z.array(z.string()),
  /** The models that call no tools. Ollama names them; other servers do not. */
  withoutTools: z.array(z.string()),
});
export type LocalModelServer = z.infer<typeof LocalModelServer>;

export const localModelRoutes = describeRoutes(localModelNoun.addresses, {
  listLocalModels: {
    response: z.array(LocalModelServer),
    summary: "List the language models on this server that its operator offers",
  },
});
