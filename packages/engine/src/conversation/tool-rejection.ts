import {
  type HistoryItem,
  type RejectionCondition,
  type TextItem,
  type ToolRejectionPlan,
  toOpenAiMessages,
} from "@callwright/contract";
import { linearRegex } from "../foreign-text/linear-regex.ts";
import { WorkBudget, withinBudget } from "../foreign-text/work-budget.ts";
import type { RenderTemplate } from "./template.ts";

/** The limit of all patterns of a plan for one call of a tool, in steps: about 10 ms. */
const PLAN_STEPS = 3_000_000;

/**
 * Whether the plan rejects a call at this point of the conversation. All conditions must hold; a plan without conditions, or with patterns over the
 * limit, rejects nothing.
 */
export function isRejected(
  plan: ToolRejectionPlan | undefined,
  history: readonly HistoryItem[],
  render: RenderTemplate,
): boolean {
  const conditions = plan?.conditions ?? [];
  const budget = new WorkBudget(PLAN_STEPS);
  const all = () => conditions.every((condition) => holds(condition, { history, render, budget }));
  return conditions.length > 0 && withinBudget("rejectionPlan", all, () => false);
}

interface Circumstances {
  history: readonly HistoryItem[];
  render: RenderTemplate;
  budget: WorkBudget;
}

function holds(condition: RejectionCondition, circumstances: Circumstances): boolean {
  const { history, render, budget } = circumstances;
  switch (condition.type) {
    case "regex": {
      const { role, position = -1 } = condition.target ?? {};
      const said = history.filter((item): item is TextItem => item.type === role || (!role && isSaid(item)));
      const text = said.at(position)?.text;
      return text !== undefined && linearRegex(condition.regex)(text, budget) !== (condition.negate ?? false);
    }
    case "liquid":
      return render(condition.liquid, "rejectionPlan", { messages: toOpenAiMessages(history) }).trim() === "true";
    case "group": {
      const test = (each: RejectionCondition) => holds(each, circumstances);
      return condition.operator === "AND" ? condition.conditions.every(test) : condition.conditions.some(test);
    }
  }
}

const isSaid = ({ type }: HistoryItem) => type === "user" || type === "assistant";
