import type { HistoryItem } from "@callwright/contract";
import type { LanguageModel, ModelPart, ModelTool } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { providerPart } from "../registry.ts";
import type { CheckClock, ProviderCheck } from "./check-provider.ts";

const WEATHER: ModelTool = {
  name: "get_weather",
  description: "Today's weather in a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};
const PROMPT: HistoryItem = { type: "system", text: "You answer in one short sentence. For weather you call get_weather." };

/** A model that answers, calls a tool, and stops in the middle of an answer. */
export async function checkModel(model: LanguageModel, provider: string, { nowMs }: CheckClock): Promise<ProviderCheck> {
  const callsTools = providerPart("model", provider)?.callsTools !== false;
  const ask = (text: string, signal: AbortSignal): AsyncIterable<ModelPart> =>
    model.stream({
      history: [PROMPT, { type: "user", text }],
      tools: callsTools ? [WEATHER] : [],
      temperature: 0.3,
      maxTokens: 300,
      signal,
    });
  const never = new AbortController().signal;

  const askedMs = nowMs();
  let firstMs: number | undefined;
  for await (const { type } of ask("Count from one to three.", never)) if (type === "text") firstMs ??= nowMs() - askedMs;
  if (firstMs === undefined) throw failure(provider, "answered without a word.");

  let calledTool = false;
  if (callsTools)
    for await (const part of ask("What is the weather in Paris?", never))
      if (part.type === "tool-call" && part.name === WEATHER.name && /paris/i.test(part.arguments)) calledTool = true;

  const interruption = new AbortController();
  let canceledMs: number | undefined;
  for await (const { type } of ask("Count from one to one hundred, in words.", interruption.signal)) {
    if (type !== "text" || canceledMs !== undefined) continue;
    canceledMs = nowMs();
    interruption.abort();
  }
  if (canceledMs === undefined) throw failure(provider, "sent no word that could be interrupted.");
  return { firstMs, cancelMs: nowMs() - canceledMs, ...(callsTools && { callsTool: calledTool }) };
}

function failure(provider: string, what: string): ProviderError {
  return new ProviderError(`${provider} ${what}`, { provider, part: "model", retryable: true });
}
