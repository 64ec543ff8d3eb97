import type { HistoryItem } from "@callwright/contract";
import type { ContextPlan } from "./agent-spec.ts";

export interface CarriedContext {
  /** What the agent before saw from others. */
  earlier: readonly HistoryItem[];
  /** What was said and done since it took over. */
  own: readonly HistoryItem[];
  /** Renders its system prompt. */
  prompt(): readonly HistoryItem[];
}

/** The part of a conversation that the next agent sees, without its own prompt. */
export function carriedContext(plan: ContextPlan, { earlier, own, prompt }: CarriedContext): HistoryItem[] {
  const all = [...earlier, ...own];
  switch (plan.type) {
    case "all":
      return all;
    case "none":
      return [];
    case "lastNMessages":
      return plan.maxMessages === 0 ? [] : all.slice(-plan.maxMessages);
    case "userAndAssistantMessages":
      return all.filter(({ type }) => type === "user" || type === "assistant");
    case "previousAssistantMessages":
      return [...own];
    case "withPrompt":
      return [...earlier, ...prompt(), ...own];
    default:
      return plan satisfies never;
  }
}
