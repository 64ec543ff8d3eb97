import type { Token, TokenRestrictions } from "@callwright/contract";
import { expect, it } from "vitest";
import { chooseToken, isEnabled, opensAssistant } from "./opens-assistant.ts";

const token = (id: string, restrictions: TokenRestrictions = {}): Token => ({
  ...{ id, orgId: "o", createdAt: "", updatedAt: "", tag: "public", value: `cw_public_${id}` },
  restrictions,
});

it("a disabled token opens the assistant once it is enabled, one for others never", () => {
  expect(opensAssistant(token("a", { enabled: false }), "riley")).toBe(true);
  expect(isEnabled(token("a", { enabled: false }))).toBe(false);
  expect(opensAssistant(token("a", { allowedAssistantIds: ["sam"] }), "riley")).toBe(false);
  expect(opensAssistant({ ...token("a"), tag: "private" }, "riley")).toBe(false);
});

it("what was chosen stays chosen when it is disabled; by itself one is chosen that works", () => {
  const [off, on] = [token("off", { enabled: false }), token("on")];
  expect(chooseToken([off, on], "off")).toBe(off);
  expect(chooseToken([off, on], "deleted")).toBe(on);
  expect(chooseToken([off, on], undefined)).toBe(on);
  expect(chooseToken([off], undefined)).toBe(off);
  expect(chooseToken([], undefined)).toBeUndefined();
});
