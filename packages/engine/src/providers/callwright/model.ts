import { setImmediate } from "node:timers/promises";
import { createRulesModel } from "@callwright/rules-model";
import { linearRegex } from "../../foreign-text/linear-regex.ts";
import { WorkBudget, withinBudget } from "../../foreign-text/work-budget.ts";
import type { LanguageModel } from "../../model/language-model.ts";

/** The built-in model streams what the rules decide. `now`: for "tomorrow" and "next Tuesday". */
export function createBuiltInModel({ now }: { now: () => Date }): LanguageModel {
  const decide = createRulesModel();
  return {
    provider: "callwright",
    async *stream({ history, tools, signal }) {
      const { text, call, endsCall } = decide({ history, tools, now: now(), matchesPattern });
      for (const word of text.match(/\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield { type: "text", text: word };
        await setImmediate();
      }
      if (signal.aborted) return;
      const id = `call_${history.filter(({ type }) => type === "tool").length + 1}`;
      if (call) yield { type: "tool-call", id, name: call.name, arguments: JSON.stringify(call.arguments) };
      if (endsCall) yield { type: "end-call" };
    },
  };
}

/** The limit of a parameter's pattern for one value, in steps. */
const PATTERN_STEPS = 1_000_000;

function matchesPattern(value: string, pattern: string): boolean {
  const fits = () => linearRegex(pattern, [], true)(value, new WorkBudget(PATTERN_STEPS));
  return withinBudget("pattern of a parameter", fits, () => false);
}
