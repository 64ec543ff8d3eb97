import {
  type HistoryItem,
  type RejectionCondition,
  type TextItem,
  type ToolRejectionPlan,
  toOpenAiMessages,
} from "@callwright/contract";
import { linearRegex } from "./linear-regex.ts";
import type { RenderTemplate } from "./template.ts";

/** Does the plan reject a call at this point of the conversation? All conditions must hold; a plan without conditions rejects nothing. */
export function isRejected(
  plan: ToolRejectionPlan | undefined,
  history: readonly HistoryItem[],
  render: RenderTemplate,
): boolean {
  const conditions = plan?.conditions ?? [];
  return conditions.length > 0 && conditions.every((condition) => holds(condition, history, render));
}

function holds(condition: RejectionCondition, history: readonly HistoryItem[], render: RenderTemplate): boolean {
  switch (condition.type) {
    case "regex": {
      const { role, position = -1 } = condition.target ?? {};
      const said = history.filter((item): item is TextItem => item.type === role || (!role && isSaid(item)));
      const text = said.at(position)?.text;
      return text !== undefined && linearRegex(condition.regex)(text) !== (condition.negate ?? false);
    }
    case "liquid":
      return render(condition.liquid, "rejectionPlan", { messages: toOpenAiMessages(history) }).trim() === "true";
    case "group": {
      const test = (each: RejectionCondition) => holds(each, history, render);
      return condition.operator === "AND" ? condition.conditions.every(test) : condition.conditions.some(test);
    }
  }
}

const isSaid = ({ type }: HistoryItem) => type === "user" || type === "assistant";
