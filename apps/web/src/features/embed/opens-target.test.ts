import type { Token, TokenRestrictions } from "@callwright/contract";
import { expect, it } from "vitest";
import { chooseToken, isEnabled, opensTarget } from "./opens-target.ts";

const token = (id: string, restrictions: TokenRestrictions = {}): Token => ({
  id,
  orgId: "o",
  createdAt: "",
  updatedAt: "",
  tag: "public",
  value: `cw_public_${id}`,
  restrictions,
});

it("a disabled token opens the assistant once it is enabled, one for others never", () => {
  expect(opensTarget(token("a", { enabled: false }), { assistantId: "riley" })).toBe(true);
  expect(isEnabled(token("a", { enabled: false }))).toBe(false);
  expect(opensTarget(token("a", { allowedAssistantIds: ["sam"] }), { assistantId: "riley" })).toBe(false);
  expect(opensTarget({ ...token("a"), tag: "private" }, { assistantId: "riley" })).toBe(false);
});

it("a token for some assistants opens no squad and no workflow, another does", () => {
  expect(opensTarget(token("a", { allowedAssistantIds: ["riley"] }), { squadId: "riley" })).toBe(false);
  expect(opensTarget(token("a"), { squadId: "s" })).toBe(true);
  expect(opensTarget(token("a"), { workflowId: "w" })).toBe(true);
});

it("what was chosen stays chosen when it is disabled; by itself one is chosen that works", () => {
  const [off, on] = [token("off", { enabled: false }), token("on")];
  expect(chooseToken([off, on], "off")).toBe(off);
  expect(chooseToken([off, on], "deleted")).toBe(on);
  expect(chooseToken([off, on], undefined)).toBe(on);
  expect(chooseToken([off], undefined)).toBe(off);
  expect(chooseToken([], undefined)).toBeUndefined();
});
