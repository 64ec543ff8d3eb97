import { CATALOG, type Model, type ModelTools, type PromptMessage } from "@callwright/contract";

const BUILT_IN: Model = { provider: "callwright", model: "builtin" };

/** The model that a provider begins with: the first of its names that lives. "" if nobody knows its models. */
export function firstModelOf(provider: string): string {
  return provider === BUILT_IN.provider ? BUILT_IN.model : (CATALOG.names("model", provider, Date.now())[0] ?? "");
}

/** The default model of a host without the provider `callwright`. */
const commonModel = (): Model => ({ provider: "openai", model: firstModelOf("openai") });

/** The prompt of a model: its first system message. */
export function promptOf(model: Model | undefined): string {
  return model?.messages?.find(({ role }) => role === "system")?.content ?? "";
}

/** The model with another prompt. Other messages are kept. Without a model, the built-in one is used if the host has it. */
export function withPrompt(model: Model | undefined, prompt: string, hasBuiltIn: boolean): Model {
  const base = model ?? (hasBuiltIn ? BUILT_IN : commonModel());
  const messages = base.messages ?? [];
  const index = messages.findIndex(({ role }) => role === "system");
  const message: PromptMessage = { role: "system", content: prompt };
  const next = index < 0 ? [message, ...messages] : messages.with(index, message);
  return { ...base, messages: next };
}

/** The model with other tools. Without a model, as for a prompt. */
export function withTools(model: Model | undefined, { tools, toolIds }: ModelTools, hasBuiltIn: boolean): Model {
  const { tools: _, toolIds: __, ...base } = model ?? (hasBuiltIn ? BUILT_IN : commonModel());
  return { ...base, ...(toolIds && { toolIds }), ...(tools && { tools }) } as Model;
}

/** Fields that only make sense with the provider they were set for. */
const PROVIDER_FIELDS = [
  ...["url", "headers", "timeoutSeconds", "metadataSendMode", "wordLevelConfidenceEnabled"],
  ...["fallbackModels", "reasoningEffort", "promptCacheKey", "promptCacheRetention", "toolStrictCompatibilityMode"],
  ...["thinking", "realtimeConfig"],
];

/** The model with another provider. Prompt and temperature are kept; fields of the old provider are removed. */
export function withModelProvider(model: Model | undefined, provider: string): Model {
  if (model?.provider === provider) return model;
  const kept = Object.fromEntries(Object.entries(model ?? {}).filter(([key]) => !PROVIDER_FIELDS.includes(key)));
  return { ...kept, provider: provider as Model["provider"], model: firstModelOf(provider) };
}
