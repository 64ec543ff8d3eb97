import type { CreateAssistant, HistoryItem, PromptMessage, TextItem } from "@callwright/contract";
import type { RenderTemplate } from "./template.ts";

/** The prompt of an assistant: the system messages as one, then the examples. */
export function renderPrompt(assistant: CreateAssistant, render: RenderTemplate): HistoryItem[] {
  const prompt = (assistant.model?.messages ?? []).flatMap(({ role, content }) => {
    const text = content ? render(content, "prompt") : "";
    return text === "" ? [] : [toTextItem(role, text)];
  });
  const system = prompt.flatMap((item) => (item.type === "system" ? [item.text] : []));
  const examples = prompt.filter(({ type }) => type !== "system");
  return system.length > 0 ? [{ type: "system", text: system.join("\n\n") }, ...examples] : examples;
}

/** Answers of tools that were not called here become notes for the model. */
export function toTextItem(role: PromptMessage["role"], text: string): TextItem {
  return { type: role === "function" || role === "tool" ? "system" : role, text };
}
