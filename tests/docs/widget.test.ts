import { readdirSync, readFileSync } from "node:fs";
import { attributeOf, defaultOf, WIDGET_OPTION_NAMES, WIDGET_OPTIONS, type WidgetOption } from "@callwright/widget/options";
import { expect, test } from "vitest";

/** docs/widget.md and the widget's own sources must say the same. */

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const document = read("docs/widget.md");
const widgetSources = new URL("packages/widget/src/view/", root);
const view = readdirSync(widgetSources, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(new URL(name, widgetSources), "utf8"))
  .join("\n");

const rows = new Map(
  [...document.matchAll(/^\| `([a-z-]+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map(([, name = "", values, fallback]) => [
    name,
    { values, fallback },
  ]),
);

/** Too long for a table. */
const TOLD_IN_WORDS: Record<string, string> = { consentContent: "a sentence on recording" };

function valuesInWords(option: WidgetOption): string {
  if (option.kind === "choice") return option.values.map((value) => `\`${value}\``).join(", ");
  if (option.kind === "object") return "JSON";
  if (option.kind === "flag") return "flag";
  return option.isColor ? "color" : "text";
}

test("every option has a row, and nothing else has", () => {
  expect([...rows.keys()]).toEqual(WIDGET_OPTION_NAMES.map(attributeOf));
});

test.each(WIDGET_OPTION_NAMES)("%s is documented with its values and its default", (name) => {
  const value = defaultOf(name);
  const fallback = TOLD_IN_WORDS[name] ?? (value === undefined ? "unset" : value === false ? "off" : `\`${value}\``);
  expect(rows.get(attributeOf(name))).toEqual({ values: valuesInWords(WIDGET_OPTIONS[name]), fallback });
});

test("every event is documented", () => {
  const details = /interface WidgetEventDetails \{([\s\S]*?)\n\}/.exec(read("packages/widget/src/widget-events.ts"))?.[1] ?? "";
  const events = [...details.matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(([, name]) => name);
  expect(events.length).toBeGreaterThan(10);
  const documented = [...document.matchAll(/^\| `([a-z-]+)` \| [^|]+(?:\\\|[^|]+)*\|$/gm)].map(([, name]) => name);
  expect(documented.filter((name) => events.includes(name))).toEqual(events);
});

test("every code of an error that the widget itself tells is documented", () => {
  const sources = new URL("packages/widget/src/", root);
  const text = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("test"))
    .map((name) => readFileSync(new URL(name, sources), "utf8"))
    .join("\n");
  const told = [...text.matchAll(/(?:\bcode: |new CallFailure\()([^,\n]+),/g)].flatMap(
    ([, said = ""]) => said.match(/"[a-z-]+"/g) ?? [],
  );
  const codes = [...new Set(told.map((code) => code.slice(1, -1)))];
  expect(codes).toContain("chat-ended");
  expect(codes.filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
});

test("every part and every custom property is documented", () => {
  const parts = [...view.matchAll(/\bpart="([^"$]+?)(?: message-\$\{role\})?"/g)].flatMap(([, names = ""]) => names.split(" "));
  const properties = [...view.matchAll(/var\((--callwright-[a-z-]+)/g)].map(([, name]) => name);
  expect(parts.length).toBeGreaterThan(10);
  for (const name of new Set([...parts, ...properties, "message-user", "message-assistant"]))
    if (name !== "--callwright-level") expect(document).toContain(`\`${name}\``);
});
