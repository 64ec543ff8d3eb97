import { DESTINATION } from "@callwright/contract";
import { terms } from "../answers/word-match.ts";
import { type Parameter, readParameters } from "./parameter.ts";
import { wordsOfName } from "./schema.ts";

/** A caller's wish. A tool with one of these actions is called only if the caller has expressed the wish. */
export type Intent = "cancel" | "change" | "refund" | "transfer" | "end";

const INTENTS: readonly [Intent, RegExp][] = [
  ["end", /\b(?:ends?|terminates?|finish|close)(?: the| this)? (?:call|conversation)\b|\bhang ?up\b/],
  ["cancel", /\b(?:cancel(?:l?ed|l?ing|l?ation)?|call(?:ed)? off|delet(?:e|ing)|remov(?:e|ing)|annul|unsubscribe)\b/],
  ["refund", /\b(?:refund|money back|reimburse(?:ment)?)\b/],
  [
    "change",
    /\b(?:chang(?:e|ing)|reschedul(?:e|ing)|mov(?:e|ing)|updat(?:e|ing)|edit|modif(?:y|ying)|postpon(?:e|ing)|push(?:ed)? back)\b/,
  ],
  [
    "transfer",
    /\b(?:transfer|handoff|hand ?over|escalate|connect me|forward|human|operator|representative|(?:talk|speak) (?:to|with) (?:an?|the|some ?(?:one|body)|your|real)|real person|put me through|manager)\b/,
  ],
];

/** Words that do not describe a tool's purpose. */
const GENERAL = terms(
  "get fetch lookup look check create make add new handle tool function api request query info information data details for by set call caller customer user " +
    "use call when wants asks returns given number id string name run do service",
);
/** Callers' words for the words of tools. */
const SAID_FOR: readonly (readonly string[])[] = [
  ["status", "track", "tracking", "where", "arrive", "arrived", "progress"],
  ["weather", "forecast", "temperature", "rain", "raining", "sunny", "snow", "warm", "cold"],
  ["availability", "available", "free", "slot", "slots", "opening", "openings", "room"],
  ["message", "note", "voicemail"],
  ["appointment", "visit", "checkup", "consultation", "meeting"],
  ["table", "restaurant", "dinner", "lunch"],
  ["taxi", "cab", "ride"],
  ["flight", "flights", "fly", "flying", "plane"],
  ["product", "products", "sell"],
  ["order", "parcel", "package", "shipment"],
  ["sms", "text", "texting"],
  ["balance", "account"],
  ["time", "clock"],
  ["convert", "conversion", "exchange"],
];
/** Words of conditions that callers do not say. */
const OF_CONDITIONS =
  /\b(?:the |an? )?(?:caller|user|customer|client|guest|they|he|she|says?|said|wants?|wishes|would like|likes?|asks?|mentions?|needs?|has|have|is|are|to|about|for|that|if|when|hands the conversation over|transfers the call)\b/gi;
const DESCRIPTION_MAX_CHARACTERS = 600;
const SPELLED_MAX = 30;

/** A tool as the model is given it. */
export interface RulesTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
  /** It hands the conversation over, and its description says when. Default: no handover. */
  handsOver?: "agent" | "edge" | "anywhere";
}

/** A tool with the words that callers use for it. */
export interface ToolWords {
  tool: RulesTool;
  parameters: readonly Parameter[];
  intent: Intent | undefined;
  /** Words of its name. If the name does not describe it: of its description. */
  name: ReadonlySet<string>;
  /** The longer words of name and description, for what a recognizer mishears. */
  spelled: readonly string[];
  /** The words by which it is found, with their weights, 0 to 1. */
  terms: ReadonlyMap<string, number>;
  /** Takes only a question, as the tool of a knowledge base does. */
  answersQuestions: boolean;
  endsCall: boolean;
  /** Arguments that are not read from the caller's words. */
  given?: Record<string, unknown>;
}

const known = new WeakMap<RulesTool, ToolWords[]>();

/** Reads a tool, once. A tool with several destinations is read as one for each. */
export function wordsOf(tool: RulesTool): ToolWords[] {
  const read = known.get(tool) ?? toDestinations(tool).map(({ one, given }) => ({ ...readTool(one), ...(given && { given }) }));
  known.set(tool, read);
  return read;
}

/** The lines of the description explain each destination. */
function toDestinations(tool: RulesTool): { one: RulesTool; given?: Record<string, unknown> }[] {
  const { properties = {}, required = [] } = tool.parameters as {
    properties?: Record<string, { enum?: unknown[] }>;
    required?: string[];
  };
  const { [DESTINATION]: destination, ...others } = properties;
  if (tool.handsOver !== "agent" || !Array.isArray(destination?.enum)) return [{ one: tool }];
  const parameters = { type: "object", properties: others, required: required.filter((name) => name !== DESTINATION) };
  return destination.enum.map(String).map((name) => {
    const line = tool.description.split("\n").find((each) => each === name || each.startsWith(`${name}:`));
    return { one: { ...tool, parameters, description: line ?? name }, given: { [DESTINATION]: name } };
  });
}

function readTool(tool: RulesTool): ToolWords {
  // The next agent's name, without general words.
  const name = wordsOfName(tool.handsOver ? tool.name.replace(/^(?:go|handoff|hand_over|transfer)_to_/i, "") : tool.name);
  const description = tool.description.slice(0, DESCRIPTION_MAX_CHARACTERS);
  const parameters = readParameters(tool.parameters);
  const ofDescription = meaningful(tool.handsOver ? description.replace(OF_CONDITIONS, " ") : description);
  // Names of nodes and assistants are for their authors. The description says when to go there.
  const ofName = tool.handsOver && ofDescription.size > 0 ? ofDescription : meaningful(name);
  const weights = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  };
  for (const { words, schema } of parameters) {
    add(meaningful(words), 0.3);
    if (Array.isArray(schema.enum)) add(meaningful(schema.enum.slice(0, 50).map(String).map(wordsOfName).join(" ")), 0.6);
  }
  add(ofDescription, 0.6);
  add(ofName, 1);
  const intent = tool.handsOver ? intentOfCondition(description) : intentOf(name, ofName.size === 0 ? description : "");
  return {
    tool,
    parameters,
    intent,
    name: ofName.size > 0 ? ofName : ofDescription,
    spelled: [...new Set(`${name} ${description.toLowerCase()}`.match(/[a-z]{5,}/g))].slice(0, SPELLED_MAX),
    terms: weights,
    answersQuestions: isForQuestions(parameters),
    endsCall: intent === "end",
  };
}

function intentOf(name: string, description: string): Intent | undefined {
  return intentsIn(name)[0] ?? intentsIn(description.toLowerCase())[0];
}

/** A handoff alone is no intent of the caller, and a condition with several cases has no single intent. */
function intentOfCondition(condition: string): Intent | undefined {
  if (/[,;]|\bor\b/i.test(condition)) return undefined;
  return intentsIn(condition.toLowerCase()).find((each) => each !== "transfer" && each !== "end");
}

/** The intents that a text names. */
export function intentsIn(text: string): Intent[] {
  return INTENTS.filter(([, pattern]) => pattern.test(text)).map(([intent]) => intent);
}

/** The words with a meaning; synonyms become one word. */
export function meaningful(text: string): Set<string> {
  return new Set(
    [...terms(text)].filter((term) => !GENERAL.has(term) && !/^\d+$/.test(term)).map((term) => groupOf.get(term) ?? term),
  );
}
const groupOf = new Map(
  SAID_FOR.flatMap(([first = "", ...others]) =>
    [...terms(others.join(" "))].map((term) => [term, [...terms(first)][0] ?? first]),
  ),
);

/** Takes one text to search for, as the tool of a knowledge base does. */
function isForQuestions(parameters: readonly Parameter[]): boolean {
  const required = parameters.filter(({ isRequired }) => isRequired);
  const [only, ...others] = required.length > 0 ? required : parameters;
  return only?.kind === "question" && others.length === 0;
}
