import { providerName } from "./provider-names.ts";

const UNITS = { Seconds: "s", Ms: "ms", Minutes: "min", Hours: "h", Days: "d", Bytes: "B", Percent: "%" } as const;
const UNIT_ENDING = new RegExp(`^(.+)(${Object.keys(UNITS).join("|")})$`);

/** The unit a field's name ends with (`maxDurationSeconds`: `s`), and the name without it. */
export function unitOf(name: string): { name: string; unit: string | undefined } {
  const [, rest = name, ending] = UNIT_ENDING.exec(name) ?? [];
  const unit = Object.entries(UNITS).find(([each]) => each === ending)?.[1];
  return { name: rest, unit };
}

/** A number with its unit, as a form shows it: `10 s`. */
export function withUnit(value: number | string, unit: string | undefined): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

/** Words that are written in capitals; a plural keeps its small s. */
const CAPITALS = /^(?:id|url|uri|api|sip|http|https|json|csv|ai|llm|tts|dtmf|sms|pdf|mcp)(s?)$/;

/** A label made from a field's name: `serverUrl` is `Server URL`. */
export function humanName(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/g, " ")
    .replace(/[-_.]+/g, " ")
    .trim()
    .toLowerCase()
    .split(" ")
    .map((word) => (CAPITALS.test(word) ? word.toUpperCase().replace(/(?<=ID|URL|URI|API)S$/, "s") : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words in kebab, snake, camel or Pascal case, or between dots. Not `en-US`, not `RSA-OAEP-256`, not `gpt-4.1`. */
const WORDS = /^(?:[a-z]+(?:[A-Z][a-z]*)*|(?:[A-Z][a-z]+)+)(?:[-_. ][a-z]+(?:[A-Z][a-z]*)*)*$/;

/** A label of an enumeration value: providers in their own spelling, words with spaces. Codes and model names are unchanged. */
export function humanValue(value: string): string {
  return providerName(value) ?? (WORDS.test(value) ? humanName(value) : value);
}

/** The singular of a field's name: `members` is `member`, `entries` is `entry`. Other names are unchanged. */
export function singularName(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/(?<![su])s$/, "");
}

/** A label inside a sentence: `Member` is `member`; `SIP trunk` is unchanged. */
export function inSentence(label: string): string {
  return /^[A-Z](?:[a-z ]|$)/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** The name of the entity that an id field refers to: `assistantId` is `Assistant`. */
export function withoutId(name: string): string {
  return name.replace(/Ids$/, "s").replace(/Id$/, "");
}

/** If a field holds entities (`tools`) and another one their ids (`toolIds`), the first gets a label of its own. */
export function withDistinctLabels<Named extends { name: string; label: string }>(
  fields: readonly Named[],
  inlineLabel: (label: string) => string,
): Named[] {
  const byId = new Set(fields.filter(({ name }) => withoutId(name) !== name).map(({ label }) => label));
  return fields.map((field) =>
    withoutId(field.name) === field.name && byId.has(field.label) ? { ...field, label: inlineLabel(field.label) } : field,
  );
}
