import type { Model, PromptMessage } from "@callwright/contract";

const BUILT_IN: Model = { provider: "callwright", model: "builtin" };

/** The prompt of a model: its first system message. */
export function promptOf(model: Model | undefined): string {
  return model?.messages?.find(({ role }) => role === "system")?.content ?? "";
}

/** The model with another prompt; every other message stays. Without a model the built-in one takes it. */
export function withPrompt(model: Model | undefined, prompt: string): Model {
  const base = model ?? BUILT_IN;
  const messages = base.messages ?? [];
  const index = messages.findIndex(({ role }) => role === "system");
  const message: PromptMessage = { role: "system", content: prompt };
  const next = index < 0 ? [message, ...messages] : messages.with(index, message);
  return { ...base, messages: next };
}

/** Fields that only make sense with the provider they were set for. */
const PROVIDER_FIELDS = ["url", "headers", "timeoutSeconds"];

/** The model moved to another provider: prompt and temper stay, what belongs to the old provider goes. */
export function withModelProvider(model: Model | undefined, provider: Model["provider"]): Model {
  if (model?.provider === provider) return model;
  const kept = Object.fromEntries(Object.entries(model ?? {}).filter(([key]) => !PROVIDER_FIELDS.includes(key)));
  const modelName = provider === "callwright" ? BUILT_IN.model : provider === "openai" ? "gpt-4.1-mini" : "";
  return { ...kept, provider, model: modelName };
}
