import type { Model } from "@callwright/contract";

/** Families that think before they answer. */
const REASONING_MODEL = /^(?:o\d|gpt-[5-9](?!-chat))/;
/** Codex always thinks, and of GPT-6 Astra, and Sol from 6.1 on. */
const CAN_ANSWER_AT_ONCE = /^gpt-(?:5\.\d(?!-codex)|6-sol|6(?:\.\d)?-(?:luna|terra))/;
/** From GPT-5.6 on. Astra and Sol from 6.1 on accept it only in Responses, which we use for models that think. */
const TAKES_MAX = /^gpt-(?:5\.[6-9]|[6-9])/;
/** Families of models whose efforts are all known. OpenAI refuses an unknown effort. */
const KNOWN_EFFORTS = /^(?:o\d|gpt-[56])(?!.*-pro)/;

/**
 * How much a model may think, from least to most; undefined for models that do not think. https://developers.openai.com/api/docs/guides/latest-model
 * and the pages of the models, read 2026-11-29; `ReasoningEffort` of openai 7.59.0.
 */
function effortsOf(model: string): readonly [string, ...string[]] | undefined {
  if (!REASONING_MODEL.test(model)) return undefined;
  if (/-pro\b/.test(model)) return ["high"];
  if (/^o\d/.test(model)) return ["low", "medium", "high"];
  if (/^gpt-5(?!\.)/.test(model)) return ["minimal", "low", "medium", "high"];
  if (/^gpt-5\.1/.test(model)) return ["none", "low", "medium", "high"];
  const most = TAKES_MAX.test(model) ? ["high", "xhigh", "max"] : ["high", "xhigh"];
  return CAN_ANSWER_AT_ONCE.test(model) ? ["none", "low", "medium", ...most] : ["low", "medium", ...most];
}

/**
 * How much a model thinks before it answers: the chosen effort, or else the least, because a caller waits. A fallback model may not support the
 * chosen one. Undefined for models that do not think.
 */
export function reasoningEffortOf(model: string, chosen?: unknown): string | undefined {
  const [least] = effortsOf(model) ?? [];
  return typeof chosen === "string" && least !== undefined && takes(model, chosen) ? chosen : least;
}

/** Why the model refuses the effort of the settings; undefined when it takes it. Begins with the field. */
export function effortProblem({ model, reasoningEffort }: Model): string | undefined {
  const [name = ""] = model.split(":");
  if (typeof reasoningEffort !== "string" || takes(name, reasoningEffort)) return undefined;
  const choice = effortsOf(name)?.join(", ");
  return `model.reasoningEffort is ${reasoningEffort}, which ${name} does not take. Choose one of: ${choice}.`;
}

const takes = (model: string, effort: string) => !KNOWN_EFFORTS.test(model) || (effortsOf(model)?.includes(effort) ?? true);
