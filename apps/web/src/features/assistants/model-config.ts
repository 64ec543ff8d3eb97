import type { Model, ModelTools, PromptMessage } from "@callwright/contract";

/** The model with another prompt. Other messages are kept. `byDefault`: without a model. */
export function withPrompt(model: Model | undefined, prompt: string, byDefault: Model): Model {
  const base = model ?? byDefault;
  const messages = base.messages ?? [];
  const index = messages.findIndex(({ role }) => role === "system");
  const message: PromptMessage = { role: "system", content: prompt };
  const next = index < 0 ? [message, ...messages] : messages.with(index, message);
  return { ...base, messages: next };
}

/** The model with other tools. `byDefault`: without a model. */
export function withTools(model: Model | undefined, { tools, toolIds }: ModelTools, byDefault: Model): Model {
  const { tools: _, toolIds: __, ...base } = model ?? byDefault;
  return { ...base, ...(toolIds && { toolIds }), ...(tools && { tools }) } as Model;
}

/** Fields that only make sense with the provider they were set for. */
const PROVIDER_FIELDS = [
  ...["url", "headers", "timeoutSeconds", "metadataSendMode", "wordLevelConfidenceEnabled"],
  ...["fallbackModels", "reasoningEffort", "promptCacheKey", "promptCacheRetention", "toolStrictCompatibilityMode"],
  ...["thinking", "realtimeConfig"],
];

/** The model of another provider. Prompt and temperature are kept; fields of the old provider are removed. `name`: the model to begin with. */
export function withModelProvider(model: Model | undefined, provider: string, name: string): Model {
  if (model?.provider === provider) return model;
  const kept = Object.fromEntries(Object.entries(model ?? {}).filter(([key]) => !PROVIDER_FIELDS.includes(key)));
  return { ...kept, provider: provider as Model["provider"], model: name };
}

/** The model of a local server. Without its URL, it is on the server for models without a URL. */
export function withLocalModel(before: Model | undefined, { url, model }: { url?: string | undefined; model: string }): Model {
  const { url: _, ...kept } = withModelProvider(before, "custom-llm", model);
  return { ...kept, model, ...(url !== undefined && { url }) };
}
