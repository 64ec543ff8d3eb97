import type { Capabilities } from "@callwright/contract";
import { expect, test } from "vitest";
import { capabilitiesOf } from "../data/capabilities.ts";
import { fieldSupport } from "./field-support.ts";

const ignored = (path: string) => ({ path, effect: "ignored" as const, reason: `${path} does nothing.` });
const hipaa = { path: "compliancePlan.hipaaEnabled", effect: "refused" as const, reason: "Turn it off." };
const tools = { query: { state: "ready" as const }, function: { state: "not-supported" as const } };
const searchTypes = { semantic: { state: "not-supported" as const } };
const capabilities: Capabilities = {
  ...capabilitiesOf(undefined, undefined),
  tools,
  searchTypes,
  fields: {
    assistant: { honored: [], unsupported: [ignored("hooks"), ignored("artifactPlan.pcapEnabled"), hipaa] },
    "knowledge-base": { honored: [], unsupported: [ignored("createPlan.chunkPlans.*.websites")] },
    squad: { honored: [], unsupported: [ignored("*")] },
  },
};
const at = (segment: string, path: string) =>
  fieldSupport(capabilities, segment).unsupportedAt(path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)));

test.each([
  ["assistant", "hooks", "hooks"],
  ["assistant", "hooks.0", undefined],
  ["assistant", "artifactPlan.pcapEnabled", "artifactPlan.pcapEnabled"],
  ["knowledge-base", "createPlan.chunkPlans.3.websites", "createPlan.chunkPlans.*.websites"],
  ["squad", "hooks", undefined],
  ["squad", "members.0.assistantOverrides.hooks", "hooks"],
  ["squad", "members.0.assistant.artifactPlan.pcapEnabled", "artifactPlan.pcapEnabled"],
  ["structured-output", "compliancePlan.hipaaEnabled", "compliancePlan.hipaaEnabled"],
])("of a %s, %s follows the rule %s", (segment, path, rule) => {
  expect(at(segment, path)?.path).toBe(rule);
});

test("a kind of thing that does nothing says so as a whole", () => {
  expect(fieldSupport(capabilities, "squad").whole).toBe("* does nothing.");
  expect(fieldSupport(capabilities, "assistant").whole).toBeUndefined();
});

test.each([
  ["tool", ["type"], tools],
  ["assistant", ["model", "tools", 0, "type"], tools],
  ["squad", ["members", 0, "assistant", "voice", "provider"], capabilities.providers.voice],
  ["credential", ["provider"], capabilities.credentials],
  ["knowledge-base", ["searchPlan", "searchType"], searchTypes],
  ["phone-number", ["provider"], undefined],
  ["phone-number", ["hooks", 0, "on"], undefined],
])("of a %s, the choices at %j are told from each other", (segment, path, supports) => {
  expect(fieldSupport(capabilities, segment).choicesAt(path)?.supports).toBe(supports);
});
