import { ASSISTANT_DEFAULTS, type CreateAssistant, ENDED_REASONS, parseArguments, type TextItem } from "@callwright/contract";
import type { LanguageModel, ModelPart } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import type { ToolHappening, ToolRunner } from "./agent-tool.ts";
import type { Asides } from "./asides.ts";
import type { TurnPart } from "./conversation.ts";
import { saysEndCallPhrase } from "./end-call-phrase.ts";
import type { History } from "./history.ts";
import type { RenderTemplate } from "./template.ts";
import { type StepCall, ToolStep } from "./tool-step.ts";
import { untilAborted } from "./until-aborted.ts";

/** Model steps of one turn. A model that calls tools without end is stopped here. */
export const MODEL_STEPS_MAX = 10;

export interface TurnContext {
  assistant: CreateAssistant;
  model: LanguageModel;
  tools: ToolRunner;
  onTool: (happening: ToolHappening) => void;
  history: History;
  /** For the model after the history, in this turn alone. Default: none. */
  notes?: readonly TextItem[];
  asides: Asides;
  render: RenderTemplate;
  now: () => Date;
  /** Tools add values. */
  variableValues: Record<string, unknown>;
}

/** What one model step produced besides text. */
interface StepResult {
  calls: ModelCall[];
  endsCall: boolean;
}

type ModelCall = Extract<ModelPart, { type: "tool-call" }>;

/**
 * One turn of the assistant.
 *
 * ```
 *   model step ── text ──▶ spoken
 *       │ calls
 *       ▼
 *   tool step ── all answers spoken, the call ends, or the client is to answer ──▶ end of turn
 *       │ answers in the history
 *       └──────▶ next model step, at most MODEL_STEPS_MAX
 * ```
 */
export async function* answerTurn(context: TurnContext, signal: AbortSignal): AsyncGenerator<TurnPart> {
  const { assistant, model, history, render } = context;
  const reply = history.beginReply();
  let said = "";
  const speak = (text: string): TurnPart => {
    said += text;
    reply.add(text);
    return { type: "text", text };
  };
  /** Speaks a text that does not continue the one before. */
  const speakNext = (text: string): TurnPart => speak(said === "" || /\s$/.test(said) || /^\s/.test(text) ? text : ` ${text}`);
  const fail = function* (message: string): Generator<TurnPart> {
    yield speakNext(render(assistant.failureMessage || ASSISTANT_DEFAULTS.failureMessage, "failureMessage"));
    yield { type: "failure", provider: model.provider, message };
  };
  const end = function* (endedReason: string): Generator<TurnPart> {
    const farewell = render(assistant.endCallMessage ?? "", "endCallMessage").trim();
    if (farewell !== "" && !said.includes(farewell)) yield speakNext(farewell);
    yield { type: "end", endedReason };
  };

  let hasMistake = false;
  for (let step = 0; step < MODEL_STEPS_MAX; step++) {
    let result: StepResult;
    try {
      result = yield* modelStep(context, signal, { first: speakNext, next: speak });
    } catch (error) {
      if (signal.aborted) return;
      return yield* fail(error instanceof ProviderError ? error.message : "The model failed unexpectedly.");
    }
    if (signal.aborted) return;
    if (result.calls.length === 0) {
      if (said.trim() === "") return yield* fail("The model answered without a word.");
      if (saysEndCallPhrase(said, assistant.endCallPhrases ?? [])) return yield* end(ENDED_REASONS.assistantSaidEndCallPhrase);
      if (result.endsCall) yield* end(ENDED_REASONS.assistantEndedCall);
      return;
    }
    reply.split();
    const toolStep = new ToolStep(context, result.calls.map(readCall), signal);
    for await (const part of toolStep.run()) yield part.type === "text" ? speakNext(part.text) : part;
    reply.split();
    if (signal.aborted) return;
    if (toolStep.hasMistake && hasMistake) return yield* fail("The model called tools wrongly twice in one turn.");
    hasMistake ||= toolStep.hasMistake;
    if (toolStep.endedReason) return yield* end(toolStep.endedReason);
    if (toolStep.isAnswered || toolStep.isPending) return;
  }
  yield* fail(`The model called tools in ${MODEL_STEPS_MAX} steps without an answer.`);
}

/** Speaks the text of one model step; answers what else it produced. Fails as the model does. */
async function* modelStep(
  { assistant, model, tools, history, notes = [], asides }: TurnContext,
  signal: AbortSignal,
  speak: Record<"first" | "next", (text: string) => TurnPart>,
): AsyncGenerator<TurnPart, StepResult> {
  const result: StepResult = { calls: [], endsCall: false };
  const parts = model.stream({
    history: [...history.items, ...notes],
    tools: tools.tools,
    temperature: assistant.model?.temperature ?? ASSISTANT_DEFAULTS.model.temperature,
    maxTokens: assistant.model?.maxTokens ?? ASSISTANT_DEFAULTS.model.maxTokens,
    signal,
  });
  let isFirst = true;
  for await (const part of untilAborted(asides.before(parts), signal)) {
    if (part.type === "aside") {
      yield speak.first(part.text);
      yield { type: "flush", wait: false };
    } else if (part.type === "text" && part.text !== "") {
      yield isFirst ? speak.first(part.text) : speak.next(part.text);
      isFirst = false;
    } else if (part.type === "fell-back") yield { ...part, provider: model.provider };
    else if (part.type === "tool-call") result.calls.push(part);
    else if (part.type === "end-call") result.endsCall = true;
  }
  return result;
}

/** Broken arguments are empty ones; the model learns it. */
function readCall({ id, name, arguments: json }: ModelCall): StepCall {
  const read = parseArguments(json);
  return { call: { id, name, arguments: read ?? {} }, isBroken: read === undefined };
}
