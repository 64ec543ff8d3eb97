import type { StartSpeakingPlan } from "@callwright/contract";
import { LINEAR_REGEX_FLAGS, linearRegex } from "../conversation/linear-regex.ts";

type Rule = NonNullable<StartSpeakingPlan["customEndpointingRules"]>[number];
type RegexOptions = Extract<Rule, { type: "customer" }>["regexOptions"];

/** Whether a rule holds for what the caller has said so far, and for the assistant's words before it. */
export type RuleTest = (customerText: string, assistantText: string) => boolean;

/** A pattern that the linear-time engine does not take (look-around, back-references) matches nothing. */
export function ruleTest(rule: Rule): RuleTest {
  switch (rule.type) {
    case "customer": {
      const customer = textTest(rule.regex, rule.regexOptions);
      return (customerText) => customer(customerText);
    }
    case "assistant": {
      const assistant = textTest(rule.regex, rule.regexOptions);
      return (_, assistantText) => assistant(assistantText);
    }
    case "both": {
      const assistant = textTest(rule.assistantRegex, rule.assistantRegexOptions);
      const customer = textTest(rule.customerRegex, rule.customerRegexOptions);
      return (customerText, assistantText) => assistant(assistantText) && customer(customerText);
    }
  }
}

function textTest(pattern: string, options: RegexOptions): (text: string) => boolean {
  const on = (type: "ignore-case" | "whole-word" | "multi-line") =>
    options?.some((option) => option.type === type && option.enabled) ?? false;
  const { ignoreCase, multiLine } = LINEAR_REGEX_FLAGS;
  const flags = (on("ignore-case") ? ignoreCase : 0) | (on("multi-line") ? multiLine : 0);
  return linearRegex(on("whole-word") ? `\\b(?:${pattern})\\b` : pattern, flags);
}
