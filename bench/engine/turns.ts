import type { CreateAssistant } from "@callwright/contract";
import { createConversation, createModelOrFailing, type ToolRunner } from "@callwright/engine/conversation";
import { jsonSchema, type ModelMessage, stepCountIs, streamText, type ToolSet, tool } from "ai";
import { compatibleModel } from "../../packages/engine/src/providers/openai-compatible/compatible-model.ts";
import type { InstantModel, ModelStep } from "./instant-model.ts";

/** How long one side worked on a turn, without the model's own time. */
export interface TurnTime {
  /** From the question to the request to the model. */
  requestMs: number;
  /** Of a turn with a tool: from the model's call to its next request, with the search. */
  toolMs: number;
  /** From the model's first word to the first text for the voice. */
  textMs: number;
}

export const totalMs = ({ requestMs, toolMs, textMs }: TurnTime): number => requestMs + toolMs + textMs;

/** Asks one question. Returns when the first text has arrived, and reads the rest. */
export type Turn = (question: string) => Promise<TurnTime>;

const PROMPT = "You answer for a small shop. Ask the handbook before you answer.";

function timeOf(startedMs: number, steps: readonly ModelStep[], textMs: number): TurnTime {
  const [first, second] = steps;
  const last = second ?? first;
  if (!first || !last) throw new Error("The model was not asked.");
  return {
    requestMs: first.arrivedMs - startedMs,
    toolMs: second ? second.arrivedMs - first.endMs : 0,
    textMs: textMs - last.firstPartMs,
  };
}

/** The conversation core of calls and chats, with a model and tools as a call has them. */
export async function ourTurns(model: InstantModel, tools: ToolRunner | undefined): Promise<Turn> {
  const messages = [{ role: "system" as const, content: PROMPT }];
  const assistant: CreateAssistant = { model: { provider: "custom-llm", model: "instant", url: model.url, messages } };
  const now = () => new Date();
  const conversation = createConversation({
    assistant,
    variableValues: {},
    now,
    ...(tools && { tools }),
    model: await createModelOrFailing(assistant.model, { keys: {}, urls: {}, allowPrivateAddresses: true, now }),
  });
  return async (question) => {
    model.take();
    const startedMs = performance.now();
    let firstMs: number | undefined;
    for await (const part of conversation.reply(question, new AbortController().signal)) {
      if (part.type === "failure") throw new Error(part.message);
      if (part.type === "text") firstMs ??= performance.now();
    }
    return timeOf(startedMs, model.take(), firstMs ?? Number.NaN);
  };
}

/** The AI SDK alone, with the same model and tools; its tools answer at once. */
export function bareTurns(model: InstantModel, tools: ToolRunner | undefined): Turn {
  const language = compatibleModel("instant", { name: "custom-llm", baseURL: model.url });
  const messages: ModelMessage[] = [];
  const set: ToolSet = Object.fromEntries(
    (tools?.tools ?? []).map(({ name, description, parameters }) => [
      name,
      tool({
        ...(description !== undefined && { description }),
        inputSchema: jsonSchema(parameters as Parameters<typeof jsonSchema>[0]),
        execute: () => "[]",
      }),
    ]),
  );
  return async (question) => {
    model.take();
    const startedMs = performance.now();
    messages.push({ role: "user", content: question });
    const { fullStream, response } = streamText({
      model: language,
      system: PROMPT,
      messages,
      tools: set,
      stopWhen: stepCountIs(2),
    });
    let firstMs: number | undefined;
    for await (const part of fullStream) if (part.type === "text-delta" && part.text !== "") firstMs ??= performance.now();
    messages.push(...(await response).messages);
    return timeOf(startedMs, model.take(), firstMs ?? Number.NaN);
  };
}
