import { readFileSync } from "node:fs";
import { LINE_DEFAULTS, LINES } from "@callwright/contract";
import { expect, test } from "vitest";

/** docs/simulations.md: its tables have every field of a line with its default, and the gallery of lines. */

const document = readFileSync(new URL("../../docs/simulations.md", import.meta.url), "utf8");
/** The section on lines. */
const [, section = ""] = /^## Lines$(.*?)^## /ms.exec(document) ?? [];
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** `a.b` of each value. */
function pathsOf(value: object, before = ""): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === "object" ? pathsOf(each, `${before}${name}.`) : [[before + name, each] as [string, unknown]],
  );
}

test("every field of a line is described with its default", () => {
  const described = rows.flatMap(([, names = "", , , defaults = ""]) => {
    const values = defaults.replaceAll("−", "-").replaceAll("`", "").split(", ");
    return [...names.matchAll(/`([\w.]+)`/g)].map(([, name], at) => [name, values[at]]);
  });
  for (const [path, value] of pathsOf(LINE_DEFAULTS)) expect.soft(described).toContainEqual([path, String(value)]);
});

test("the gallery is the one of the product", () => {
  const keys = rows.flatMap(([, key = "", , range]) => (range === "" ? [key.replaceAll("`", "")] : []));
  const gallery = LINES.map(({ key }) => key);
  expect(keys.filter((key) => !key.includes(".") && !(key in LINE_DEFAULTS))).toEqual(gallery);
});
