import type { Found, Heard } from "../spoken/heard.ts";
import { readCode, readEmail, readPhone } from "../spoken/spoken-contact.ts";
import { readDate } from "../spoken/spoken-date.ts";
import { isoDuration, readDuration } from "../spoken/spoken-duration.ts";
import { readName, readPlace } from "../spoken/spoken-name.ts";
import { readTimeOfDay } from "../spoken/spoken-time.ts";
import type { Kind, Parameter } from "./parameter.ts";
import { readChoice } from "./read-choice.ts";
import { readNumber } from "./read-number.ts";
import { questionIn, readAnswer, readText } from "./read-text.ts";
import { readYesOrNo } from "./read-yes-or-no.ts";

/** Data of a model's step besides the conversation. */
export interface Surroundings {
  /** Midnight of the caller's day, in UTC. */
  today: Date;
  /** Whether the value matches a pattern of a JSON Schema. Users write these patterns, so their cost is limited. */
  matchesPattern(value: string, pattern: string): boolean;
}

export interface ReadContext extends Surroundings {
  /** "At seven" means the evening. */
  isEvening: boolean;
  /** The assistant has asked for this value, so the caller's words are its answer. */
  isAsked: boolean;
  /** No other value of the tool is a number. */
  isOnlyNumber: boolean;
}

/** Kinds of values that are easy to recognize are read first, so that no other kind takes their words. */
const ORDER: readonly Kind[] = [
  "email",
  "date-time",
  "date",
  "phone",
  "code",
  "time",
  "duration",
  "enum",
  "list",
  "number",
  "boolean",
  "person",
  "place",
  "text",
  "question",
];

/** Among parameters of one kind, the requested one comes first. */
export function inReadingOrder(parameters: readonly Parameter[], asked?: Parameter): Parameter[] {
  const place = (each: Parameter) => ORDER.indexOf(each.kind) - (each === asked ? 0.5 : 0);
  return [...parameters].sort((a, b) => place(a) - place(b));
}

/** Reads a value for the parameter in the caller's words. */
export function readParameter(parameter: Parameter, heard: Heard, context: ReadContext): Found<unknown> | undefined {
  const found = readCorrected(parameter, heard, context) ?? readKind(parameter, heard, context);
  const { pattern } = parameter.schema;
  if (!found || typeof pattern !== "string" || typeof found.value !== "string") return found;
  return context.matchesPattern(found.value, pattern) ? found : undefined;
}

/** "on Friday, no, wait, Thursday": what follows replaces the value before. */
const CORRECTS =
  /\b(?:no wait|wait no|(?:sorry |no |wait )?i (?:mean|meant)|actually no|no (?:sorry|actually)|sorry no|or rather)\b/g;
const CORRECTED: ReadonlySet<Kind> = new Set(["date", "date-time", "time", "number", "duration"]);

/** The value after a slip of the tongue, if there is one before it and one behind it. */
function readCorrected(parameter: Parameter, heard: Heard, context: ReadContext): Found<unknown> | undefined {
  const at = CORRECTED.has(parameter.kind) ? [...heard.words.matchAll(CORRECTS)].at(-1)?.index : undefined;
  if (at === undefined) return undefined;
  const right = readKind(parameter, { ...heard, words: heard.words.slice(at) }, context);
  const wrong = right && readKind(parameter, { ...heard, words: heard.words.slice(0, at).trim() }, context);
  return wrong && { value: right.value, rest: { ...heard, words: `${wrong.rest.words} | ${right.rest.words}` } };
}

function readKind(parameter: Parameter, heard: Heard, context: ReadContext): Found<unknown> | undefined {
  const { kind, schema, words } = parameter;
  const { isAsked, isEvening, today, isOnlyNumber } = context;
  const isPast = /birth|dob|born|since|purchase/.test(words);
  switch (kind) {
    case "email":
      return readEmail(heard);
    case "phone":
      return readPhone(heard, isAsked);
    case "code":
      return readCode(heard, labelsOf(words), isAsked) ?? (isAsked ? readAnswer(heard, CODE_MAX_WORDS) : undefined);
    case "date":
      return readDate(heard, today, isPast);
    case "time":
      return readTimeOfDay(heard, { isAsked, isEvening });
    case "date-time": {
      const date = readDate(heard, today, isPast);
      const time = date && readTimeOfDay(date.rest, { isAsked, isEvening });
      return time && { value: `${date.value}T${time.value}:00Z`, rest: time.rest };
    }
    case "duration": {
      const length = readDuration(heard);
      return length && { ...length, value: isoDuration(length.value) };
    }
    case "enum":
      return readChoice(heard, Array.isArray(schema.enum) ? schema.enum : [], { isAsked, side: sideOf(words) });
    case "number":
      return readNumber(parameter, heard, { isAsked, isOnly: isOnlyNumber });
    case "boolean":
      return readYesOrNo(words, heard, isAsked);
    case "person": {
      const name = readName(heard, isAsked);
      return name && { ...name, value: partOfName(words, name.value) };
    }
    case "place":
      return readPlace(heard, prepositionsOf(words), isAsked);
    case "list":
      return readList(parameter, heard, context);
    case "question":
      return heard.said.trim() === "" ? undefined : { value: questionIn(heard.said), rest: heard };
    case "text":
      return readText(words, heard, isAsked);
  }
}

/** A code without digits is not a sentence. */
const CODE_MAX_WORDS = 3;

/** "the order is a b 1 2" for `orderId`. */
function labelsOf(words: string): string[] {
  const [first = ""] = words.split(" ");
  return words === first ? [first] : [words, first];
}

/** The part of a full name that these words of a parameter mean. */
export function partOfName(words: string, name: string): string {
  const names = name.split(" ");
  if (/\b(?:first|given)\b/.test(words)) return names[0] ?? name;
  return /\b(?:last|family|surname)\b/.test(words) ? (names.at(-1) ?? name) : name;
}

function prepositionsOf(words: string): string {
  const side = sideOf(words);
  if (side) return side === "from" ? "from" : "to|into";
  return /\b(?:address|street)\b/.test(words) ? "to|at" : "in|at|near|around|for|of";
}

/** Which of two places or currencies is meant. */
function sideOf(words: string): "from" | "to" | undefined {
  if (/\b(?:from|origin|departure|pick ?up|source)\b/.test(words)) return "from";
  return /\b(?:to|destination|arrival|drop ?off|target)\b/.test(words) ? "to" : undefined;
}

function readList({ entry }: Parameter, heard: Heard, context: ReadContext): Found<unknown[]> | undefined {
  if (!entry) return undefined;
  if (entry.kind === "text") {
    const answer = context.isAsked ? readAnswer(heard) : undefined;
    return answer && { ...answer, value: answer.value.split(/\s*(?:,|\band\b)\s*/).filter((each) => each !== "") };
  }
  const values: unknown[] = [];
  let rest = heard;
  for (;;) {
    const found = readKind(entry, rest, { ...context, isAsked: context.isAsked && values.length === 0 });
    if (found) values.push(found.value);
    // A value whose words are not removed would be found again.
    if (!found || found.rest.words === rest.words) break;
    rest = found.rest;
  }
  return values.length > 0 ? { value: values, rest } : undefined;
}
