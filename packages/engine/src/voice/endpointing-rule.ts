import type { StartSpeakingPlan } from "@callwright/contract";
import { RE2JS } from "re2js";

type Rule = NonNullable<StartSpeakingPlan["customEndpointingRules"]>[number];
type RegexOptions = Extract<Rule, { type: "customer" }>["regexOptions"];

/**
 * Steps of a compiled pattern, which is linear in them and in the text: more could stall the sound of other calls. A pattern of some
 * words has under a hundred; only repetitions of repetitions have more.
 */
const STEPS_MAX = 500;
/** Characters looked at, the last ones. Nobody says more in one turn. */
const TEXT_MAX_CHARACTERS = 1000;

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
  const compiled = compile(pattern, options);
  return (text) => compiled?.matcher(text.slice(-TEXT_MAX_CHARACTERS)).find() ?? false;
}

function compile(pattern: string, options: RegexOptions): RE2JS | undefined {
  const on = (type: "ignore-case" | "whole-word" | "multi-line") =>
    options?.some((option) => option.type === type && option.enabled) ?? false;
  const flags = (on("ignore-case") ? RE2JS.CASE_INSENSITIVE : 0) | (on("multi-line") ? RE2JS.MULTILINE : 0);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(on("whole-word") ? `\\b(?:${pattern})\\b` : pattern), flags);
    return compiled.programSize() > STEPS_MAX ? undefined : compiled;
  } catch {
    return undefined;
  }
}
