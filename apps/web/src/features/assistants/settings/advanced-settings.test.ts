import { CreateAssistant } from "@callwright/contract";
import { expect, test } from "vitest";
import { schemaAtPath, writePath } from "../../../resource/form/paths.ts";
import { configProblems } from "../../../resource/problems.ts";
import { ADVANCED_PATHS } from "./advanced-settings.ts";
import { CONTRACT } from "./editor-fields.ts";

test.each(ADVANCED_PATHS)("%s is a field of the contract, and its default is allowed there", (path) => {
  const schema = schemaAtPath(CONTRACT, {}, path);
  expect(schema).toBeDefined();
  if (schema?.default !== undefined) expect(configProblems(CreateAssistant, writePath({}, path, schema.default))).toEqual([]);
});

test.each(ADVANCED_PATHS)("%s has its label in the contract, unless its control has one", (path) => {
  if (path !== "observabilityPlan") expect(schemaAtPath(CONTRACT, {}, path)?.title).toBeDefined();
});

test("no field is there twice", () => {
  expect(new Set(ADVANCED_PATHS).size).toBe(ADVANCED_PATHS.length);
});
