import type { Hook } from "@callwright/contract";
import type { TFunction } from "i18next";
import { nameOfEntity } from "../../../resource/resource-entity.ts";

type Action = Hook["do"][number];

interface SentenceOptions {
  t: TFunction;
  /** The name of a stored tool; undefined while it is unknown. */
  toolName: (id: string) => string | undefined;
}

/** Longer texts are cut in a sentence. */
const QUOTED_CHARACTERS = 80;
const TIMEOUT_DEFAULTS = { timeoutSeconds: 7.5, triggerMaxCount: 3 };

/** What a hook does, as one sentence: "When the customer is silent for 7.5 s, say “…” (at most 3 times)." */
export function hookSentence(hook: Hook, { t, toolName }: SentenceOptions): string {
  const actions = (hook.do ?? []).map((action) => actionWords(action, t, toolName));
  const does = actions.length > 0 ? joined(actions, t) : t("hooks.does.nothing");
  const sentence = t("hooks.sentence", { when: eventWords(hook, t), does, limit: limitWords(hook, t) });
  // A quoted sentence has its own punctuation.
  return sentence.replace(/([.?!…]”)\.$/, "$1");
}

function eventWords(hook: Hook, t: TFunction): string {
  const { seconds, confidenceMin: from, confidenceMax: to } = optionsOf(hook);
  switch (hook.on) {
    case "call.ending": {
      const reasons = ("filters" in hook ? (hook.filters ?? []) : []).flatMap(({ oneOf }) => oneOf ?? []);
      return reasons.length === 0 ? t("hooks.when.ending") : t("hooks.when.endingWith", { reasons: reasons.join(", ") });
    }
    case "call.timeElapsed":
      return seconds === undefined ? t("hooks.when.timeElapsed") : t("hooks.when.timeElapsedAfter", { seconds: String(seconds) });
    case "assistant.transcriber.endpointedSpeechLowConfidence":
      return from === undefined && to === undefined
        ? t("hooks.when.lowConfidence")
        : t("hooks.when.confidenceBetween", { from: String(from ?? 0), to: String(to ?? 1) });
    case "assistant.speech.interrupted":
      return t("hooks.when.assistantInterrupted");
    case "customer.speech.interrupted":
      return t("hooks.when.customerInterrupted");
    case "session.created":
      return t("hooks.when.sessionCreated");
    case "model.response.timeout":
      return t("hooks.when.modelTimeout");
    default:
      return silenceWords(hook, t);
  }
}

/** Silence, or silence in one situation: `customer.speech.timeout[toolCallId=x]`. */
function silenceWords(hook: Hook, t: TFunction): string {
  const seconds = String(optionsOf(hook).timeoutSeconds ?? TIMEOUT_DEFAULTS.timeoutSeconds);
  const situation = /\[(.+)\]$/.exec(hook.on ?? "")?.[1];
  return situation === undefined ? t("hooks.when.silent", { seconds }) : t("hooks.when.silentIn", { seconds, situation });
}

function limitWords(hook: Hook, t: TFunction): string {
  if (!hook.on?.startsWith("customer.speech.timeout")) return "";
  const { triggerMaxCount: count = TIMEOUT_DEFAULTS.triggerMaxCount, triggerResetMode } = optionsOf(hook);
  return t(triggerResetMode === "onUserSpeech" ? "hooks.limitReset" : "hooks.limit", { count });
}

/** The options of any event. */
interface HookOptions {
  timeoutSeconds?: number | undefined;
  triggerMaxCount?: number | undefined;
  triggerResetMode?: string | undefined;
  seconds?: number | undefined;
  confidenceMin?: number | undefined;
  confidenceMax?: number | undefined;
}

function optionsOf(hook: Hook): HookOptions {
  return "options" in hook ? { ...hook.options } : {};
}

function actionWords(action: Action, t: TFunction, toolName: SentenceOptions["toolName"]): string {
  switch (action.type) {
    case "say":
      return sayWords(action, t);
    case "tool": {
      const inline = action.tool && (nameOfEntity(action.tool) ?? action.tool.type);
      const name = inline ?? (action.toolId === undefined ? undefined : toolName(action.toolId));
      return name === undefined ? t("hooks.does.anyTool") : t("hooks.does.tool", { name });
    }
    case "message.add": {
      const { role = "system", content } = action.message ?? {};
      const text = content ? quoted(content) : "…";
      return t(action.triggerResponseEnabled === false ? "hooks.does.addMessage" : "hooks.does.addMessageAndReply", {
        role,
        text,
      });
    }
    default:
      return t("hooks.does.nothing");
  }
}

function sayWords({ exact, prompt }: Extract<Action, { type: "say" }>, t: TFunction): string {
  const texts = [exact ?? []].flat().filter((text) => text !== "");
  const [first] = texts;
  if (first !== undefined && texts.length > 1) return t("hooks.does.sayOneOf", { count: texts.length, text: quoted(first) });
  if (first !== undefined) return t("hooks.does.say", { text: quoted(first) });
  if (prompt === undefined) return t("hooks.does.sayNothingYet");
  return typeof prompt === "string" && prompt !== ""
    ? t("hooks.does.sayPrompted", { text: quoted(prompt) })
    : t("hooks.does.sayGenerated");
}

function quoted(text: string): string {
  return text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
}

function joined(parts: readonly string[], t: TFunction): string {
  const [first = "", ...rest] = parts;
  return rest.reduce((before, part) => t("hooks.next", { before, part }), first);
}
