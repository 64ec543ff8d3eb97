import type { AnalysisUsage, CreateAssistant } from "@callwright/contract";
import { createConversation, DEFAULT_MODEL, type LanguageModel } from "@callwright/engine/conversation";
import { AnalysisFailure, type Judge } from "../call/analysis/judge.ts";
import type { Tester } from "./tester.ts";

/** The text that the tester returns instead of a message when it is done. */
const END_MARK = "[end]";

const PROMPT = `You play the caller of a phone call, to test the AI agent that answers. Stay in your role, and never say that this is a test. Say one short message at a time, as people speak.

What the caller does:
{{ test.script }}
{% if test.persona %}
Who the caller is:
{{ test.persona }}
{% endif %}
When the caller has what they want, or the conversation goes nowhere, answer with ${END_MARK} alone.`;

interface ModelTesterOptions {
  judge: Judge;
  /** The assistant of the suite's plan. Its prompt has the script as `{{ test.script }}`. */
  assistant: CreateAssistant | undefined;
  variableValues: Record<string, unknown>;
  script: string;
  persona: string | undefined;
  now: () => Date;
  onUsage: (usage: AnalysisUsage) => void;
}

/** A caller that a language model plays. Fails with an `AnalysisFailure`. */
export function modelTester(options: ModelTesterOptions): Tester {
  const { judge, script, persona, now, onUsage } = options;
  const { model: settings, ...own } = options.assistant ?? {};
  const messages = settings?.messages?.length ? settings.messages : [{ role: "system" as const, content: PROMPT }];
  const { temperature, maxTokens } = judge;
  const conversation = createConversation({
    assistant: {
      ...own,
      model: { ...(settings ?? DEFAULT_MODEL), temperature, maxTokens, messages },
      endCallPhrases: [...(own.endCallPhrases ?? []), END_MARK],
    },
    variableValues: { ...options.variableValues, test: { script, persona } },
    model: counted(judge, onUsage),
    now,
  });
  return {
    async next(answer, signal) {
      let text = "";
      // A model needs words to answer to.
      for await (const part of conversation.reply(answer ?? "(The call begins.)", signal)) {
        if (part.type === "failure") throw new AnalysisFailure(`The model of the caller failed. ${part.message}`);
        if (part.type === "end") return undefined;
        if (part.type === "text") text += part.text;
      }
      signal.throwIfAborted();
      return text.trim() === "" ? undefined : text.trim();
    },
  };
}

function counted({ model, provider, name }: Judge, onUsage: ModelTesterOptions["onUsage"]): LanguageModel {
  return {
    provider: model.provider,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        if (part.type === "usage")
          onUsage({
            part: "test",
            provider,
            model: name,
            promptTokens: part.inputTokens,
            cachedPromptTokens: part.cachedTokens,
            completionTokens: part.outputTokens,
          });
        yield part;
      }
    },
  };
}
