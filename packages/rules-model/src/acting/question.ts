import { isInstruction } from "../answers/instruction.ts";
import type { Kind, Parameter } from "./parameter.ts";
import { THING } from "./read-text.ts";
import { SWITCH } from "./read-yes-or-no.ts";
import { wordsOfName } from "./schema.ts";
import { spokenList } from "./spoken-list.ts";
import { spokenValue } from "./spoken-value.ts";

const PEOPLE = /\b(?:people|persons?|guests?|party|adults|diners|seats|attendees|passengers|participants)\b/;
const LABEL_MAX_WORDS = 8;
const CHOICES_MAX = 6;

/** Questions by kind and name; the first match applies. */
const QUESTIONS: readonly [Kind, RegExp, string][] = [
  [
    "date",
    /^(?:(?:appointment|preferred|booking|reservation) )?(?:date|day)$|^date of (?:the )?(?:appointment|booking|reservation|visit)$/,
    "Which day would you like?",
  ],
  ["date", /birth|dob/, "What is your date of birth?"],
  ["time", /^(?:(?:appointment|preferred|booking|reservation|start) )?time$|slot$/, "What time would you like?"],
  [
    "date-time",
    /^(?:(?:appointment|preferred|start) )?(?:date ?time|time|date)$|^when$|^starts? at$|slot$/,
    "Which day and time would you like?",
  ],
  ["duration", /./, "How long should it be?"],
  ["person", /\b(?:first|given)\b/, "What is your first name?"],
  ["person", /\b(?:last|family|surname)\b/, "What is your last name?"],
  ["person", /^(?:(?:full|customer|caller|guest|client|patient|user|contact|your|person) )*name$/, "What is your name?"],
  ["email", /./, "What is your e-mail address?"],
  ["phone", /./, "What is your phone number?"],
  ["place", /^(?:city|town)$/, "Which city do you mean?"],
  ["place", /^(?:location|place)$/, "Which place do you mean?"],
  ["place", /^country$/, "Which country do you mean?"],
  ["place", /\b(?:from|origin|departure|pick ?up)\b/, "Where do you start?"],
  ["place", /\b(?:to|destination|drop ?off)\b/, "Where would you like to go?"],
  ["question", /./, "What would you like to know?"],
  ["text", /^(?:reason|purpose)/, "What is the reason?"],
  ["text", /^(?:message|notes?|comments?|text|body|content)$/, "What would you like me to write?"],
];

/** Asks for a value in a full sentence: "Which day would you like?" */
export function question(parameter: Parameter): string {
  const { description, kind, words, entry, schema } = parameter;
  const asked = description.trim();
  if (/^[A-Z][^.!?]{5,120}\?$/.test(asked)) return asked;
  const known = QUESTIONS.find(([each, name]) => each === kind && name.test(words))?.[2];
  if (known) return known;
  if (kind === "number") return askNumber(parameter);
  if (kind === "boolean") return askYesOrNo(parameter);
  const choices = kind === "list" ? entry?.schema.enum : schema.enum;
  if (Array.isArray(choices) && choices.length > 0) return askChoice(labelOf(parameter), choices);
  if (kind === "list" || (kind === "text" && THING.test(words))) return `Which ${labelOf(parameter)} would you like?`;
  return other(parameter);
}

function other(parameter: Parameter): string {
  const { description } = parameter;
  if (/^(?:what|how|when|where|why|which|who) [^.!?]{3,80}\.?$/i.test(description) && !isInstruction(description))
    return `Please tell me ${lowerFirst(description.replace(/\.$/, ""))}.`;
  const label = labelOf(parameter);
  return /^(?:your|the|an?) /.test(label) ? `What is ${label}?` : `What is the ${label}?`;
}

function askNumber(parameter: Parameter): string {
  const { words, description, schema } = parameter;
  const { minimum, maximum } = schema;
  const range = typeof minimum === "number" && typeof maximum === "number" ? ` It can be from ${minimum} to ${maximum}.` : "";
  if (PEOPLE.test(words) || (PEOPLE.test(description.toLowerCase()) && /\b(?:number|size|count)\b/.test(words)))
    return `How many people is it for?${range}`;
  if (/\bage$/.test(words)) return `How old are you?${range}`;
  const counted = /^(?:number of|count of|how many) (.+)$/.exec(words)?.[1] ?? /^(.+) (?:count|quantity)$/.exec(words)?.[1];
  if (counted) return `How many ${counted} would you like?${range}`;
  if (/\b(?:quantity|count|number)$/.test(words)) return `How many would you like?${range}`;
  if (/s$/.test(words) && !/ss$/.test(words)) return `How many ${words} is it?${range}`;
  return `${other(parameter)}${range}`;
}

function askChoice(label: string, values: readonly unknown[]): string {
  const choices = values.slice(0, CHOICES_MAX).map((value) => spokenValue(value, values));
  if (values.length > CHOICES_MAX) return `Which ${label} would you like? For example ${spokenList(choices.slice(0, 3), "or")}.`;
  return `Which ${label} would you like: ${spokenList(choices, "or")}?`;
}

const VERBS: Record<string, string> = {
  wants: "Would you like",
  "would like": "Would you like",
  needs: "Do you need",
  has: "Do you have",
  is: "Are you",
};

function askYesOrNo({ words, description }: Parameter): string {
  const [, verb = "", rest = ""] =
    /^(?:whether|if|true (?:if|when)|set to true (?:if|when)) (?:the )?(?:customer|caller|user|client|guest|patient|person) (wants|would like|needs|has|is) (.{1,100}?)\.?$/i.exec(
      description,
    ) ?? [];
  const asked = VERBS[verb.toLowerCase()];
  const thing = words.replace(/^(?:(?:is|has|have|wants?|needs?|includes?|with|should|can|do|does|are|allow|enable|add) )+/, "");
  if (SWITCH.test(words)) return "Should it be on or off?";
  return `${asked && !isInstruction(rest) ? `${asked} ${rest}` : `Would you like ${thing}`}? Please say yes or no.`;
}

/** Its title, or else a short description, or else the words of its name: "order number". */
function labelOf({ label, words, description, path }: Parameter): string {
  if (label !== words) return lowerFirst(label.trim());
  const [first = ""] = description.split(/[.,;:(\n]| in (?:YYYY|ISO|the format)| as | e\.g/);
  const short = first.trim().replace(/^(?:the|an?) /i, "");
  const isShort = short !== "" && short.split(/\s+/).length <= LABEL_MAX_WORDS;
  if (isShort && !isInstruction(first.trim()) && !/\b(?:optional|required|string|must|should|whether|if|what|how)\b/i.test(short))
    return lowerFirst(aboutYou(short));
  if (/^id$|^number$|^name$/.test(words) && path.length > 1)
    return `${wordsOfName(path.at(-2) ?? "")} ${words}`.replace(/ id$/, " number");
  return words
    .replace(/(?<=.) id$/, " number")
    .replace(/^id$/, "number")
    .replace(/^zip$/, "ZIP code")
    .replace(/\bpin$/, "PIN");
}

/** "the customer's full name" is "your full name", to the customer. */
function aboutYou(text: string): string {
  return text
    .replace(/\b(?:the )?(?:customer|caller|user|client|guest|patient|person)(?:'s|’s) /gi, "your ")
    .replace(/^(.+) of (?:the )?(?:customer|caller|user|client|guest|patient|person)$/i, "your $1");
}

/** "ID" and "ZIP code" keep their capitals. */
function lowerFirst(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
