import type { StartSpeakingPlan } from "@callwright/contract";
import { linearRegex } from "../foreign-text/linear-regex.ts";
import type { WorkBudget } from "../foreign-text/work-budget.ts";

type Rule = NonNullable<StartSpeakingPlan["customEndpointingRules"]>[number];

/** Whether a rule holds for what the caller has said so far, and for the assistant's words before it. Throws `OverBudget`. */
export type RuleTest = (customerText: string, assistantText: string, budget: WorkBudget) => boolean;

/** A pattern that the linear-time engine does not take (look-around, back-references) matches nothing. */
export function ruleTest(rule: Rule): RuleTest {
  switch (rule.type) {
    case "customer": {
      const customer = linearRegex(rule.regex, rule.regexOptions);
      return (customerText, _, budget) => customer(customerText, budget);
    }
    case "assistant": {
      const assistant = linearRegex(rule.regex, rule.regexOptions);
      return (_, assistantText, budget) => assistant(assistantText, budget);
    }
    case "both": {
      const assistant = linearRegex(rule.assistantRegex, rule.assistantRegexOptions);
      const customer = linearRegex(rule.customerRegex, rule.customerRegexOptions);
      return (customerText, assistantText, budget) => assistant(assistantText, budget) && customer(customerText, budget);
    }
  }
}
