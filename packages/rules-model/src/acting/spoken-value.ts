import { wordsOfName } from "./schema.ts";

/** Values that are written short, by what they stand beside. */
const SHORT: readonly Readonly<Record<string, string>>[] = [
  { xs: "extra small", s: "small", m: "medium", l: "large", xl: "extra large" },
  { usd: "dollars", eur: "euros", gbp: "pounds", chf: "francs", jpy: "yen" },
  { c: "celsius", f: "fahrenheit" },
  { en: "English", de: "German", fr: "French", es: "Spanish", it: "Italian" },
];

/** One of several values as it is said: "large" for `L` beside `S` and `M`, "extra large" for `extra_large`. */
export function spokenValue(value: unknown, values: readonly unknown[]): string {
  const short = SHORT.find((names) => values.every((each) => Object.hasOwn(names, String(each).toLowerCase())));
  return short?.[String(value).toLowerCase()] ?? wordsOfName(String(value));
}
