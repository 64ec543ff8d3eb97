import type { AnalysisUsage, CallerBehavior, CallerFact, CreateAssistant } from "@callwright/contract";
import { createConversation, DEFAULT_MODEL, type LanguageModel } from "@callwright/engine/conversation";
import { AnalysisFailure, type Judge } from "../../call/analysis/judge.ts";
import type { Speaker } from "./speaker.ts";

/** The text that the caller returns instead of a message when it is done. */
const END_MARK = "[end]";

const PROMPT = `You play the caller of a phone call, to test the AI agent that answers. Stay in your role, and never say that this is a test. Say one short message at a time, as people speak.

What the caller does:
{{ test.script }}
{% if test.persona %}
Who the caller is:
{{ test.persona }}
{% endif %}{% if test.more %}
{{ test.more }}
{% endif %}
When the caller has what they want, or the conversation goes nowhere, answer with ${END_MARK} alone.`;

/** A prompt with the script needs no other one, but for what a behavior adds. */
const HAS_SCRIPT = /\{\{\s*test\.script\b/;
const MORE = "{{ test.more }}";

/** The language model that plays a caller. */
export interface CallerModel {
  judge: Judge;
  /** The assistant of the suite's plan, whose prompt has the script as `{{ test.script }}`, or that of a personality. */
  assistant: CreateAssistant | undefined;
  variableValues: Record<string, unknown>;
  now: () => Date;
  onUsage: (usage: AnalysisUsage) => void;
}

interface ModelSpeakerOptions extends CallerModel {
  script: string;
  persona: string | undefined;
  facts: readonly CallerFact[];
  /** Absent: the neutral caller. */
  behavior: CallerBehavior | undefined;
}

/** A caller that a language model plays. Fails with an `AnalysisFailure`. */
export function modelSpeaker(options: ModelSpeakerOptions): Speaker {
  const { judge, script, persona, now, onUsage } = options;
  const { model: settings, ...own } = options.assistant ?? {};
  const { temperature, maxTokens } = judge;
  const conversation = createConversation({
    assistant: {
      ...own,
      model: { ...(settings ?? DEFAULT_MODEL), temperature, maxTokens, messages: promptOf(options) },
      endCallPhrases: [...(own.endCallPhrases ?? []), END_MARK],
    },
    variableValues: { ...options.variableValues, test: { script, persona, more: moreOf(options) } },
    model: counted(judge, onUsage),
    now,
  });
  return {
    async next(answer, signal, isCutOff) {
      let text = "";
      // A model needs words to answer to.
      const heard = isCutOff ? `${answer ?? ""} (The agent is still speaking. Speak into it.)`.trim() : answer;
      for await (const part of conversation.reply(heard ?? "(The call begins.)", signal)) {
        if (part.type === "failure") throw new AnalysisFailure(`The model of the caller failed. ${part.message}`);
        if (part.type === "end") return undefined;
        if (part.type === "text") text += part.text;
      }
      signal.throwIfAborted();
      return text.trim() === "" ? undefined : { text: text.trim() };
    },
  };
}

/** The assistant of a personality says how the caller talks, and nothing of what the caller wants. */
function promptOf({ assistant, behavior, facts }: ModelSpeakerOptions): NonNullable<CreateAssistant["model"]>["messages"] {
  const system = (content: string) => ({ role: "system" as const, content });
  const own = assistant?.model?.messages ?? [];
  if (own.length === 0) return [system(PROMPT)];
  if (behavior === undefined && facts.length === 0) return own;
  const hasScript = own.some((message) => HAS_SCRIPT.test(JSON.stringify(message)));
  return [...own, system(hasScript ? MORE : PROMPT)];
}

/** How the caller talks, and what they know. Undefined for the neutral caller. */
function moreOf({ behavior, facts }: ModelSpeakerOptions): string | undefined {
  const { instructions, language, mood } = behavior ?? {};
  const known = facts.map(({ name, value, tells }) => `- ${name}: ${value} (${TELLS[tells]})`);
  const parts = [
    ...(instructions === undefined ? [] : [`How the caller talks:\n${instructions}`]),
    ...(mood === undefined ? [] : [`The caller's mood: ${mood}.`]),
    ...(language === undefined ? [] : [`The caller speaks the language '${language}'.`]),
    ...(known.length === 0 ? [] : [`What the caller knows:\n${known.join("\n")}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

const TELLS: Record<CallerFact["tells"], string> = {
  "at once": "say it with your first words",
  "if asked": "say it only when you are asked for it",
  never: "never say it, even if you are asked",
};

function counted({ model, provider, name }: Judge, onUsage: CallerModel["onUsage"]): LanguageModel {
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
