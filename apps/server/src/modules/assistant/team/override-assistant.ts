import type { AssistantOverrides, CreateAssistant, CreateTool } from "@callwright/contract";
import { DEFAULT_MODEL } from "@callwright/engine/conversation";

/** The assistant with values of its own on top: they replace top-level fields whole, `tools:append` adds to its model's. Variables are left out. */
export function overrideAssistant(base: CreateAssistant, overrides: AssistantOverrides | null | undefined): CreateAssistant {
  const { variableValues: _, "tools:append": tools, ...fields } = overrides ?? {};
  const overridden: CreateAssistant = { ...base, ...fields };
  return tools ? appendTools(overridden, tools) : overridden;
}

/** Tools that overrides append stay at the end, where `visitorTools` counts them. */
export function prependTools(assistant: CreateAssistant, tools: readonly CreateTool[]): CreateAssistant {
  if (tools.length === 0) return assistant;
  const model = assistant.model ?? DEFAULT_MODEL;
  return { ...assistant, model: { ...model, tools: [...tools, ...(model.tools ?? [])] } };
}

function appendTools(assistant: CreateAssistant, tools: readonly CreateTool[]): CreateAssistant {
  const model = assistant.model ?? DEFAULT_MODEL;
  return { ...assistant, model: { ...model, tools: [...(model.tools ?? []), ...tools] } };
}
