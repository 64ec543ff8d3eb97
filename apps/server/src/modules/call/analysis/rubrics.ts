import { type AnalysisPlan, readJson } from "@callwright/contract";
import type { ReadAnswer } from "./judge.ts";

type RubricName = NonNullable<NonNullable<AnalysisPlan["successEvaluationPlan"]>["rubric"]>;

interface Rubric {
  /** What a prompt gets as `{{rubric}}`. */
  description: string;
  read: ReadAnswer<string>;
}

const GRADES = ["Excellent", "Good", "Fair", "Poor"] as const;
const LIKERT = ["Strongly Agree", "Agree", "Neutral", "Disagree", "Strongly Disagree"] as const;

/** A word or a number, without the punctuation that models add. */
const bare = (text: string) =>
  text
    .replace(/^```\w*|```$/g, "")
    .trim()
    .replace(/^["'*`\s]+|["'*`.\s]+$/g, "");

function oneOf(words: readonly string[]): ReadAnswer<string> {
  return (text) => {
    const found = words.find((word) => word.toLowerCase() === bare(text).toLowerCase());
    return found === undefined ? { problem: `It must be one of: ${words.join(", ")}.` } : { value: found };
  };
}

function numberIn(min: number, max: number, pattern: RegExp, unit: string): ReadAnswer<string> {
  return (text) => {
    const number = Number(pattern.exec(bare(text))?.[1] ?? Number.NaN);
    if (number >= min && number <= max) return { value: `${number}${unit}` };
    return { problem: `It must be a number from ${min}${unit} to ${max}${unit}.` };
  };
}

/** A table of criteria, as one line of JSON. */
function criteria(what: string, isStatus: (value: unknown) => boolean): ReadAnswer<string> {
  const problem = { problem: `It must be a JSON object with a field for each criterion, whose value is ${what}.` };
  return (text) => {
    const parsed = readJson(/\{[\s\S]*\}/.exec(text)?.[0] ?? "");
    const statuses = Object.values(parsed ?? {});
    return statuses.length > 0 && statuses.every(isStatus) ? { value: JSON.stringify(parsed) } : problem;
  };
}

/** How each rubric is explained to a model, and how its answer is read. */
export const RUBRICS: Readonly<Record<RubricName, Rubric>> = {
  NumericScale: {
    description: "NumericScale: A number from 1 (worst) to 10 (best).",
    read: numberIn(1, 10, /^(\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*10)?$/, ""),
  },
  DescriptiveScale: { description: `DescriptiveScale: One of ${GRADES.join(", ")}.`, read: oneOf(GRADES) },
  Checklist: {
    description:
      "Checklist: A JSON object with a field for each criterion that follows from the system prompt. Its value is true if the criterion is met, else false.",
    read: criteria("true or false", (value) => typeof value === "boolean"),
  },
  Matrix: {
    description: `Matrix: A JSON object with a field for each criterion that follows from the system prompt. Its value is the level of performance: ${GRADES.join(", ")}.`,
    read: criteria(`one of ${GRADES.join(", ")}`, (value) => GRADES.some((grade) => grade === value)),
  },
  PercentageScale: {
    description: "PercentageScale: A percentage from 0% (worst) to 100% (best).",
    read: numberIn(0, 100, /^(\d+(?:\.\d+)?)\s*%?$/, "%"),
  },
  LikertScale: {
    description: `LikertScale: How far you agree that the call was successful. One of ${LIKERT.join(", ")}.`,
    read: oneOf(LIKERT),
  },
  AutomaticRubric: {
    description:
      "AutomaticRubric: A JSON object with a field for each criterion that follows from the system prompt. Its value is a score from 1 (worst) to 10 (best).",
    read: criteria("a number from 1 to 10", (value) => typeof value === "number" && value >= 1 && value <= 10),
  },
  PassFail: {
    description: "PassFail: true if the call was successful, false if not.",
    read: (text) => {
      const word = bare(text).toLowerCase();
      if (["true", "pass", "passed"].includes(word)) return { value: "true" };
      if (["false", "fail", "failed"].includes(word)) return { value: "false" };
      return { problem: "It must be true or false." };
    },
  },
};
