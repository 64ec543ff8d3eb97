import type { CreateAssistant } from "@callwright/contract";
import type { AgentTool, ToolHappening, ToolOutcome, ToolRunner } from "../conversation/agent-tool.ts";
import type { TurnPart } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import type { LanguageModel, ModelPart, ModelRequest } from "../model/language-model.ts";

/** Turns of a conversation without audio, with scripted model and tools. */

export const call = (name: string, given: unknown = {}, id = name): ModelPart => ({
  type: "tool-call",
  id,
  name,
  arguments: typeof given === "string" ? given : JSON.stringify(given),
});

/** A model with these steps; the last one is repeated. */
export function scripted(...steps: (string | ModelPart)[][]) {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    provider: "scripted",
    async *stream(request) {
      requests.push(request);
      for (const part of steps[Math.min(requests.length, steps.length) - 1] ?? [])
        yield typeof part === "string" ? { type: "text", text: part } : part;
    },
  };
  return { model, requests };
}

export const tool = (name: string, fields: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: "",
  parameters: { type: "object", properties: {} },
  strict: false,
  action: "run",
  isAsync: false,
  timeoutMs: 20_000,
  messages: [],
  ...fields,
});

export type Answer = ToolOutcome | Promise<ToolOutcome> | ((variables: Readonly<Record<string, unknown>>) => ToolOutcome);

/** Tools with these answers, by name. */
export function toolbox(tools: AgentTool[], answers: Record<string, Answer> = {}): ToolRunner & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    tools,
    async run({ name }, variables) {
      ran.push(name);
      const answer = answers[name] ?? { result: `${name} done`, failed: false };
      return typeof answer === "function" ? answer(variables) : answer;
    },
  };
}

export function converse(model: LanguageModel, tools: ToolRunner, assistant: CreateAssistant = {}) {
  const happenings: ToolHappening[] = [];
  const conversation = createConversation({
    assistant,
    model,
    tools,
    variableValues: { name: "Ada" },
    now: () => new Date(),
    onTool: (happening) => happenings.push(happening),
  });
  return { conversation, happenings };
}

export async function all(parts: AsyncIterable<TurnPart>): Promise<TurnPart[]> {
  const collected: TurnPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}
export const spoken = (parts: readonly TurnPart[]) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");
export const ok = (result: string, fields: Partial<ToolOutcome> = {}): ToolOutcome => ({ result, failed: false, ...fields });
