import { wordsOfName } from "./schema.ts";

/** Abbreviated values, by the values beside them. */
const SHORT: readonly Readonly<Record<string, string>>[] = [
  { xs: "extra small", s: "small", m: "medium", l: "large", xl: "extra large" },
  { usd: "dollars", eur: "euros", gbp: "pounds", chf: "francs", jpy: "yen" },
  { c: "celsius", f: "fahrenheit" },
  { en: "English", de: "German", fr: "French", es: "Spanish", it: "Italian" },
];

/** The spoken form of one of several values: "large" for `L` beside `S` and `M`, "extra large" for `extra_large`. */
export function spokenValue(value: unknown, values: readonly unknown[]): string {
  const short = SHORT.find((names) => values.every((each) => Object.hasOwn(names, String(each).toLowerCase())));
  return short?.[String(value).toLowerCase()] ?? wordsOfName(String(value));
}
