import { PlatformError, type TokenRestrictions } from "@callwright/contract";
import { expect, test } from "vitest";
import { type RequestedTarget, requireAllowedTarget, requireNoCompliancePlan } from "./allowed-target.ts";

const MINE = "7d0e3f0a-0000-4000-8000-00000000000a";
const OTHER = "7d0e3f0a-0000-4000-8000-00000000000b";

function refusal(restrictions: TokenRestrictions, target: RequestedTarget): string | undefined {
  try {
    requireAllowedTarget(restrictions, target);
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    throw error;
  }
}

const RESTRICTIONS = {
  none: {},
  stored: { allowTransientAssistant: false },
  listed: { allowedAssistantIds: [MINE], allowTransientAssistant: false },
  // Never stored like this, but it must not permit more than it says.
  contradictory: { allowedAssistantIds: [MINE], allowTransientAssistant: true },
} satisfies Record<string, TokenRestrictions>;

const [inline, override, other] = ["token-inline-refused", "token-override-refused", "token-assistant-refused"];
const start = "token-start-refused";

test.each<[RequestedTarget, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ assistantId: MINE }, undefined, undefined],
  [{ assistantId: MINE.toUpperCase() }, undefined, undefined],
  [{ assistantId: OTHER }, undefined, other],
  [{ assistantId: MINE, assistantOverrides: {} }, undefined, undefined],
  [{ assistantId: MINE, assistantOverrides: { variableValues: { name: "Ada" } } }, undefined, undefined],
  [{ assistantId: MINE, assistantOverrides: { firstMessage: undefined } }, undefined, undefined],
  [{ assistantId: MINE, assistantOverrides: { firstMessage: "Hi" } }, override, override],
  [{ assistantId: MINE, assistantOverrides: { variableValues: {}, model: {} } }, override, override],
  [{ assistantId: MINE, assistantOverrides: { metadata: {} } }, override, override],
  [{ assistant: {} }, inline, inline],
  [{ assistantId: MINE, assistant: {} }, inline, inline],
  [{ squad: {} }, inline, inline],
  [{ workflow: {} }, inline, inline],
  [{ squadId: OTHER }, undefined, other],
  [{ workflowId: OTHER }, undefined, other],
  [{ squadId: OTHER, squadOverrides: { model: {} } }, override, override],
  [{ workflowId: OTHER, workflowOverrides: { variableValues: {} } }, undefined, other],
  [{ workflowId: OTHER, startAt: "verified" }, start, start],
])("%j: by stored ones only %s, by a list %s", (target, byStored, byList) => {
  expect(refusal(RESTRICTIONS.none, target)).toBeUndefined();
  expect(refusal(RESTRICTIONS.stored, target)).toBe(byStored);
  expect(refusal(RESTRICTIONS.listed, target)).toBe(byList);
  expect(refusal(RESTRICTIONS.contradictory, target)).toBe(byList);
});

test.each<[string, RequestedTarget]>([
  ["assistant.compliancePlan", { assistant: { compliancePlan: { securityFilterPlan: { enabled: true } } } }],
  ["assistantOverrides.compliancePlan", { assistantOverrides: { compliancePlan: {} } }],
  ["squad.members.0.assistant.compliancePlan", { squad: { members: [{ assistant: { compliancePlan: {} } }] } }],
  ["workflow.compliancePlan", { workflow: { compliancePlan: {} } }],
])("a visitor brings no compliance plan: %s", (field, target) => {
  const code = "token-compliance-refused";
  expect(() => requireNoCompliancePlan(target)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(`'${field}'`) }),
  );
  requireNoCompliancePlan({ assistant: { variableValues: { compliancePlan: "mine" } } });
});
