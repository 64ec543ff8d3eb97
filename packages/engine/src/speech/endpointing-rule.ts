import type { StartSpeakingPlan } from "@callwright/contract";
import { linearRegex } from "../conversation/linear-regex.ts";

type Rule = NonNullable<StartSpeakingPlan["customEndpointingRules"]>[number];

/** Whether a rule holds for what the caller has said so far, and for the assistant's words before it. */
export type RuleTest = (customerText: string, assistantText: string) => boolean;

/** A pattern that the linear-time engine does not take (look-around, back-references) matches nothing. */
export function ruleTest(rule: Rule): RuleTest {
  switch (rule.type) {
    case "customer": {
      const customer = linearRegex(rule.regex, rule.regexOptions);
      return (customerText) => customer(customerText);
    }
    case "assistant": {
      const assistant = linearRegex(rule.regex, rule.regexOptions);
      return (_, assistantText) => assistant(assistantText);
    }
    case "both": {
      const assistant = linearRegex(rule.assistantRegex, rule.assistantRegexOptions);
      const customer = linearRegex(rule.customerRegex, rule.customerRegexOptions);
      return (customerText, assistantText) => assistant(assistantText) && customer(customerText);
    }
  }
}
