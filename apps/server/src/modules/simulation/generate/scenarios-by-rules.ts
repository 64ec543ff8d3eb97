import { type GeneratedScenario, type GeneratedScenarios, TEST_NAME_MAX_CHARACTERS } from "@callwright/contract";
import type { AgentTool, Way } from "@callwright/engine/conversation";

/** What scenarios describe. */
export interface ScenarioAgent {
  name: string;
  prompt: string;
  tools: readonly Pick<AgentTool, "name" | "description" | "parameters" | "action">[];
  ways: readonly Pick<Way, "to" | "tool" | "edge">[];
}

/** Of one prompt. */
const QUESTIONS_MAX = 5;
/** A line "Q: When are you open?" or "When are you open?". */
const QUESTION = /^(?:[-*•]\s*|\d+[.)]\s*)?(?:[Qq](?:uestion)?\s*[:.]\s*)?["“]?([A-Z][^?\n]{3,150}\?)["”]?/;
/** A line "Opening hours: Monday to Friday", or a heading. */
const LABEL = /^(?:#{1,6}\s+([\p{L} -]{3,40})$|(?:[-*•]\s*)?(\p{Lu}[\p{L} -]{2,30}):\s+\S)/u;
const NOT_ABOUT_THE_BUSINESS =
  /^(?:identity|role|persona|personality|tone|style|tasks?|goals?|rules?|instructions?|guidelines?|context|note|notes|important|example|examples|steps?|conversation.*|error handling|response.*|tools?|objective|script|questions?|answers?|q|a)$/i;

/** One scenario for each tool, for each way to another agent or node, and for each question that the prompts answer. */
export function scenariosByRules(agents: readonly ScenarioAgent[]): GeneratedScenarios {
  const tools = distinct(
    agents.flatMap((agent) => agent.tools.filter(({ action }) => action === "run" || action === "client")),
    ({ name }) => name,
  );
  const ofTools = tools.map(toolScenario);
  const ofWays = agents.flatMap(({ name, ways }) => ways.map((way) => wayScenario(name, way)));
  const ofQuestions = distinct(
    agents.flatMap(({ prompt }) => questionsIn(prompt)),
    (question) => question,
  ).map(questionScenario);
  const scenarios = distinct([...ofTools, ...ofWays, ...ofQuestions], ({ name }) => name);
  const counts = [
    counted(ofTools.length, "tool"),
    counted(ofWays.length, "way to another agent or node", "ways to other agents or nodes"),
    counted(ofQuestions.length, "question of the prompt", "questions of the prompt"),
  ];
  const coverageNotes = `${counts.join(", ")}: one scenario each, made by rules. Failures of tools, refusals and callers who know less than they are asked for have none: add them by hand, or set JUDGE_MODEL so that a language model writes scenarios.`;
  return { scenarios, coverageNotes };
}

function toolScenario({ name, parameters }: ScenarioAgent["tools"][number]): GeneratedScenario {
  const action = actionOf(name);
  const known = requiredOf(parameters).map(
    ([parameter, schema]) => `Your ${wordsOf(parameter)} is ${exampleOf(parameter, schema)}.`,
  );
  return {
    name: titled(action),
    instructions: [`Ask the agent to ${action}.`, ...known, "Say thank you and hang up once it is done."].join(" "),
    category: "happy_path",
    reasoning: `The tool '${name}' must be called with the caller's values.`,
    scorers: [{ type: "ai", rubric: `Calls ${name}`, check: { type: "tool-called", toolName: name } }],
    toolMocks: [{ toolName: name, result: "Done." }],
  };
}

function wayScenario(from: string, { to, tool, edge }: ScenarioAgent["ways"][number]): GeneratedScenario {
  const condition = (edge?.condition ?? "").replace(/\{[{%][^{}%]*[%}]\}/g, "").trim();
  const wish = condition
    .replace(/^(?:if|when|whether|in case)\s+/i, "")
    .replace(/^(?:the )?(?:caller|customer|user|client|patient|guest)\s+(\w+)/i, (_, verb: string) => `You ${secondPerson(verb)}`)
    .replace(/[.]$/, "");
  return {
    name: `From ${from} to ${to}`.slice(0, TEST_NAME_MAX_CHARACTERS),
    instructions: wish === "" ? `Ask to speak to ${to}.` : `${wish}.`,
    category: "happy_path",
    reasoning: edge ? `The edge from '${from}' to '${to}' must be taken.` : `'${from}' must hand over to '${to}' by '${tool}'.`,
  };
}

function questionScenario(question: string): GeneratedScenario {
  return {
    name: titled(question.replace(/\?$/, "")),
    instructions: `${question}\nThank you`,
    category: "happy_path",
    reasoning: "The prompt answers this question.",
  };
}

/** The questions in a prompt, else its subjects as questions. */
function questionsIn(prompt: string): string[] {
  const lines = prompt.split("\n").map((line) => line.trim());
  const asked = lines.flatMap((line) => QUESTION.exec(line)?.[1] ?? []);
  const subjects = lines.flatMap((line) => {
    const [, heading, label] = LABEL.exec(line) ?? [];
    const subject = (heading ?? label)?.trim();
    return subject === undefined || NOT_ABOUT_THE_BUSINESS.test(subject)
      ? []
      : [`Can you tell me about ${subject.toLowerCase()}?`];
  });
  return (asked.length > 0 ? asked : subjects).slice(0, QUESTIONS_MAX);
}

/** "wants" is "want". */
const secondPerson = (verb: string): string => {
  const irregular: Record<string, string> = { is: "are", has: "have", does: "do", was: "were" };
  return irregular[verb.toLowerCase()] ?? verb.replace(/(?<!s)s$/, "");
};

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase()
    .trim();

/** "book_appointment" is "book an appointment". */
function actionOf(name: string): string {
  const words = wordsOf(name).split(" ");
  const [verb = "", ...rest] = words;
  const last = rest.at(-1) ?? "";
  const needsArticle = rest.length > 0 && !/(?:s|ing|ity|information|availability|status|time|weather|money)$/.test(last);
  const article = /^[aeiou]/.test(rest[0] ?? "") ? "an" : "a";
  return [verb, ...(needsArticle ? [article] : []), ...rest].join(" ");
}

const titled = (text: string): string => (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, TEST_NAME_MAX_CHARACTERS);

interface Schema {
  type?: unknown;
  enum?: unknown;
  format?: unknown;
  properties?: unknown;
  required?: unknown;
}

function requiredOf(parameters: unknown): [string, Schema][] {
  const { properties = {}, required = [] } = (parameters ?? {}) as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return required.flatMap((name): [string, Schema][] => {
    const schema = properties[name];
    return schema ? [[name, schema]] : [];
  });
}

const EXAMPLES: readonly [RegExp, string][] = [
  [/e-?mail/, "priya.nair@example.com"],
  [/phone|mobile|telephone/, "+1 415 555 0123"],
  [/birth|dob/, "14 March 1988"],
  [/date|day/, "next Thursday"],
  [/time/, "10 am"],
  [/\bname\b/, "Priya Nair"],
  [/address|street/, "12 Alder Street"],
  [/city|place|location|destination/, "Boston"],
  [/people|guests|size|count|quantity|number of/, "2"],
];

function exampleOf(name: string, { type, enum: choices, format }: Schema): string {
  if (Array.isArray(choices) && choices.length > 0) return String(choices[0]);
  const known = EXAMPLES.find(([pattern]) => pattern.test(`${wordsOf(name)} ${typeof format === "string" ? format : ""}`))?.[1];
  if (known !== undefined) return known;
  if (type === "integer" || type === "number") return "2";
  return type === "boolean" ? "yes" : "A-1042";
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item] as const)).values()];
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
