import { speakTime } from "../answers/clock-time.ts";
import { asSentence } from "../answers/prompt-facts.ts";
import { isRecord, wordsOfName } from "./schema.ts";
import { spokenList } from "./spoken-list.ts";

const SENTENCES_MAX = 8;
const ENTRIES_MAX = 5;
const DEPTH_MAX = 3;
/** Fields whose text is the answer. */
const ANSWERS = ["message", "answer", "text", "result", "summary", "speech", "response", "output"];
/** Fields that wrap the answer. */
const WRAPPERS = ["data", "result", "results", "response", "body", "output", "payload"];
/** Fields that only report success. */
const WENT_WELL = /^(?:success|ok|successful|succeeded)$/i;
const ERRORS = ["error", "errorMessage", "error_message"];

/** Simple JSON in full sentences: "The confirmation is A B 1 2." Empty if it has nothing to speak. */
export function speakJson(value: unknown): string {
  return sentencesOf(value, DEPTH_MAX).slice(0, SENTENCES_MAX).join(" ");
}

/** The reason in an answer that reports its own failure; undefined if it reports none. */
export function errorIn(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  for (const field of ERRORS) {
    const error = value[field];
    if (typeof error === "string" && error.trim() !== "") return error;
    if (isRecord(error) && typeof error.message === "string") return error.message;
  }
  const hasFailed = Object.entries(value).some(([field, each]) => WENT_WELL.test(field) && each === false);
  if (!hasFailed) return undefined;
  return typeof value.message === "string" ? value.message : typeof value.reason === "string" ? value.reason : "";
}

function sentencesOf(value: unknown, depth: number): string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return speakArray(value, "result", depth);
  if (!isRecord(value)) return value === null || value === undefined ? [] : [`The answer is ${speakValue(value, "answer")}.`];
  const said = ANSWERS.map((field) => value[field]).find((each) => typeof each === "string" && each.includes(" "));
  if (typeof said === "string") return [asSentence(said)];
  const [only, ...others] = Object.entries(value);
  if (only && others.length === 0 && WRAPPERS.includes(only[0]) && typeof only[1] === "object")
    return sentencesOf(only[1], depth);
  return Object.entries(value).flatMap(([field, each]) => speakField(field, each, depth));
}

function speakField(field: string, value: unknown, depth: number): string[] {
  const label = labelOf(field);
  if (value === null || value === undefined || value === "" || WENT_WELL.test(field)) return [];
  if (Array.isArray(value)) return speakArray(value, label, depth);
  if (isRecord(value)) return sentencesOf(value, depth - 1);
  if (typeof value === "boolean") return [speakBoolean(label, value)];
  const spoken = speakValue(value, label);
  return spoken === "" ? [] : [`The ${label} is ${spoken}.`];
}

/** "It is not available." for `available` and `isAvailable`, "Delivery: no." for what is no property. */
function speakBoolean(label: string, value: boolean): string {
  const property = /^(?:is )?((?:[a-z]+ )*(?:[a-z]+(?:able|ible|ed|ful)|open|ready|free|full|valid|active|new|online))$/.exec(
    label,
  )?.[1];
  if (property) return `It is ${value ? "" : "not "}${property}.`;
  return asSentence(`${label}: ${value ? "yes" : "no"}`);
}

function speakArray(values: readonly unknown[], label: string, depth: number): string[] {
  const plural = /s$/.test(label) ? label : `${label}s`;
  if (values.length === 0) return [`There are no ${plural}.`];
  const named = values.map((value) => (isRecord(value) ? nameOf(value) : speakValue(value, label)));
  const known = named.filter((each) => each !== "");
  if (known.length === 0) return values.slice(0, 2).flatMap((value) => sentencesOf(value, depth - 1));
  const spoken = known.slice(0, ENTRIES_MAX);
  const rest = values.length - spoken.length;
  const list = rest > 0 ? `${spoken.join(", ")} and ${rest} more` : spokenList(spoken, "and");
  return [
    values.length === 1 ? `There is one ${plural.replace(/s$/, "")}: ${list}.` : `There are ${values.length} ${plural}: ${list}.`,
  ];
}

/** The name of a list's entry. */
function nameOf(value: Record<string, unknown>): string {
  const field = ["name", "title", "label", "time", "start", "date", "description", "value"].find(
    (each) => typeof value[each] === "string",
  );
  return field === undefined ? "" : speakValue(value[field], field);
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^(\d\d?):(\d\d)(?::\d\d)?$/;
const NOT_SPOKEN = /^(?:https?:\/\/|[0-9a-f]{8}-[0-9a-f]{4}-|[A-Za-z0-9+/_-]{25,}={0,2}$)/;
/** Letters with digits, or capitals alone under a label for codes. */
const CODE = /^(?=[A-Z\d-]*\d)(?=[A-Z\d-]*[A-Z])[A-Z\d-]{2,20}$/i;
const CODE_LABEL = /\b(?:number|code|id|confirmation|reference|pin|ticket|booking|tracking)\b/;

function speakValue(value: unknown, label: string): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number")
    return CODE_LABEL.test(label) && Number.isInteger(value) ? spelled(String(value)) : String(value);
  if (typeof value !== "string") return "";
  const text = value.trim();
  const date = DATE.exec(text);
  if (date) return speakDate(date);
  const time = TIME.exec(text);
  if (time && Number(time[1]) < 24) return speakTime(Number(time[1]) * 60 + Number(time[2]));
  if (NOT_SPOKEN.test(text)) return "";
  const isCode = CODE.test(text) || (CODE_LABEL.test(label) && /^(?:[A-Z]{2,10}|\d{3,20})$/.test(text));
  return isCode ? spelled(text) : text.replace(/[_]+/g, " ").replace(/[.!?]+$/, "");
}

function speakDate([, year, month, day, hour, minute]: RegExpExecArray): string {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(date.getTime())) return "";
  const spoken = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" }).format(
    date,
  );
  return hour === undefined ? spoken : `${spoken} at ${speakTime(Number(hour) * 60 + Number(minute))}`;
}

/** "AB12" is "A B 1 2". */
function spelled(code: string): string {
  return [...code.replace(/-/g, "")].join(" ").toUpperCase();
}

function labelOf(field: string): string {
  return wordsOfName(field).replace(/(?<=.) id$/, " number");
}
