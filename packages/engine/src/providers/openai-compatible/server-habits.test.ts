import { expect, it } from "vitest";
import { habitsOf, knownHabits, rememberTools, rulesOf } from "./server-habits.ts";

const URL = "http://habits.test/v1";

it("forgets after ten minutes what a server refused, and not how its model thinks", () => {
  expect(knownHabits(URL, "a")).toBeUndefined();
  const habits = habitsOf(URL, "a", 0);
  Object.assign(habits, { roles: "plain", takesTools: false, opensThoughts: true, refusedAtMs: 0 });
  expect(rulesOf(habitsOf(URL, "a", 600_000))).toEqual({ takesTurns: true, promptIsUsers: true, toolsAreTold: true });
  expect(habitsOf(URL, "a", 600_001)).toMatchObject({
    roles: "any",
    takesTools: true,
    opensThoughts: true,
    refusedAtMs: undefined,
  });
  expect(rulesOf(habits)).toEqual({});
});

it("remembers the habits of the latest 500 models", () => {
  rememberTools(URL, "b", false);
  expect(knownHabits(URL, "b")?.takesTools).toBe(false);
  for (let index = 0; index < 500; index++) habitsOf(URL, `model-${index}`);
  expect(knownHabits(URL, "b")).toBeUndefined();
  expect(knownHabits(URL, "model-0")).toBeDefined();
});
