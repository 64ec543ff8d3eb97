import { CreateAssistant } from "@callwright/contract";
import { expect, test } from "vitest";
import { configProblems } from "../../../resource/problems.ts";
import { ADVANCED_SECTIONS } from "./advanced-settings.ts";
import { limitsAt, writePath } from "./config-path.ts";

const settings = ADVANCED_SECTIONS.flatMap((section) => section.settings);

test.each(settings)("$path is a field of the contract, and its default is allowed there", (setting) => {
  const byDefault = "defaultValue" in setting ? setting.defaultValue : undefined;
  const isList = setting.kind === "phrases" || setting.kind === "sentences";
  const plan = setting.kind === "traces" && { provider: "langfuse", tags: [] };
  const value = plan || (isList ? ["goodbye"] : (byDefault ?? "Goodbye."));
  expect(configProblems(CreateAssistant, writePath({}, setting.path, value))).toEqual([]);
  if (setting.kind !== "number") return;
  const { min, max } = limitsAt({}, setting.path);
  expect(min).toBeLessThanOrEqual(setting.defaultValue);
  expect(max).toBeGreaterThanOrEqual(setting.defaultValue);
});

test("no setting is there twice", () => {
  expect(new Set(settings.map(({ path }) => path)).size).toBe(settings.length);
});
