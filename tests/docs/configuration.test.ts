import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROVIDER_VARIABLES, VARIABLES } from "../../apps/server/src/platform/config/config.ts";

/** docs/configuration.md and the server's own table of variables must say the same. */

const variables = { ...VARIABLES, ...PROVIDER_VARIABLES };
const rows = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8")
  .split("\n## Development and tests")[0]
  ?.matchAll(/^\| `([A-Z0-9_]+)` \| (.+?) \| (.+) \|$/gm);
const documented = new Map([...(rows ?? [])].map(([, name = "", value = ""]) => [name, value]));

/** Words for a default that depends on the machine. */
const TOLD_IN_WORDS: Record<string, string> = { CALL_HOST_MAX: "one per processor" };

function defaultInWords(name: string, schema: { parse(value: undefined): unknown }): string {
  const value = schema.parse(undefined);
  if (value === undefined) return "unset";
  return TOLD_IN_WORDS[name] ?? `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

test("every variable is documented, and nothing else is", () => {
  expect([...documented.keys()].sort()).toEqual(Object.keys(variables).sort());
});

test.each(Object.entries(variables))("%s is documented with its default", (name, { schema }) => {
  expect(documented.get(name)).toBe(defaultInWords(name, schema));
});
