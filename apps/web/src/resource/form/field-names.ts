import { providerName } from "../provider-names.ts";

const UNITS = { Seconds: "s", Ms: "ms", Minutes: "min", Hours: "h", Days: "d", Bytes: "B", Percent: "%" } as const;
const UNIT_ENDING = new RegExp(`^(.+)(${Object.keys(UNITS).join("|")})$`);

/** The unit a field's name ends with (`maxDurationSeconds`: `s`), and the name without it. */
export function unitOf(name: string): { name: string; unit: string | undefined } {
  const [, rest = name, ending] = UNIT_ENDING.exec(name) ?? [];
  const unit = Object.entries(UNITS).find(([each]) => each === ending)?.[1];
  return { name: rest, unit };
}

/** Words that are written in capitals; a plural keeps its small s. */
const CAPITALS = /^(?:id|url|uri|api|sip|http|https|json|csv|ai|llm|tts|dtmf|sms|pdf|mcp)(s?)$/;

/** A field's name as people would write it: `serverUrl` is `Server URL`. */
export function humanName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_.]+/g, " ")
    .trim()
    .toLowerCase()
    .split(" ")
    .map((word) => (CAPITALS.test(word) ? word.toUpperCase().replace(/(?<=ID|URL|URI|API)S$/, "s") : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value of an enumeration as people would write it: providers by their makers' spelling, plain words with spaces. Names of models and the like (`gpt-4.1`, `11labs`) stay as they are. */
export function humanValue(value: string): string {
  return providerName(value) ?? (/^[a-z]+(?:[-_ ][a-z]+)*$/.test(value) ? humanName(value) : value);
}

/** What one of the things is called that a field holds: of `members` a `member`, of `entries` an `entry`. A name that is no plural stays. */
export function singularName(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/(?<![su])s$/, "");
}

/** The name of the thing a field with an id points to: `assistantId` is `Assistant`. */
export function withoutId(name: string): string {
  return name.replace(/Ids$/, "s").replace(/Id$/, "");
}
