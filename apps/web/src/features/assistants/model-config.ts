import type { Model, ModelTools, PromptMessage } from "@callwright/contract";

const BUILT_IN: Model = { provider: "callwright", model: "builtin" };
/** The default model of a host without the provider `callwright`. */
const COMMON: Model = { provider: "openai", model: "gpt-4.1-mini" };

/** The prompt of a model: its first system message. */
export function promptOf(model: Model | undefined): string {
  return model?.messages?.find(({ role }) => role === "system")?.content ?? "";
}

/** The model with another prompt. Other messages are kept. Without a model, the built-in one is used if the host has it. */
export function withPrompt(model: Model | undefined, prompt: string, hasBuiltIn: boolean): Model {
  const base = model ?? (hasBuiltIn ? BUILT_IN : COMMON);
  const messages = base.messages ?? [];
  const index = messages.findIndex(({ role }) => role === "system");
  const message: PromptMessage = { role: "system", content: prompt };
  const next = index < 0 ? [message, ...messages] : messages.with(index, message);
  return { ...base, messages: next };
}

/** The model with other tools. Without a model, as for a prompt. */
export function withTools(model: Model | undefined, { tools, toolIds }: ModelTools, hasBuiltIn: boolean): Model {
  const { tools: _, toolIds: __, ...base } = model ?? (hasBuiltIn ? BUILT_IN : COMMON);
  return { ...base, ...(toolIds && { toolIds }), ...(tools && { tools }) } as Model;
}

/** Fields that only make sense with the provider they were set for. */
const PROVIDER_FIELDS = ["url", "headers", "timeoutSeconds"];

/** The model with another provider. Prompt and temperature are kept; fields of the old provider are removed. */
export function withModelProvider(model: Model | undefined, provider: string): Model {
  if (model?.provider === provider) return model;
  const kept = Object.fromEntries(Object.entries(model ?? {}).filter(([key]) => !PROVIDER_FIELDS.includes(key)));
  const { model: modelName = "" } = [BUILT_IN, COMMON].find((each) => each.provider === provider) ?? {};
  return { ...kept, provider: provider as Model["provider"], model: modelName };
}
