import { expect, test } from "vitest";
import {
  changesOf,
  changesSince,
  patchOf,
  problemsOfChanges,
  problemsOfEntries,
  withChanges,
  withoutForeign,
} from "./edited-object.ts";

const base = { name: "Front desk", members: [{ assistantId: "a" }], extra: { kept: true } };

test("only what differs is sent, and null for what was taken out", () => {
  const changes = changesOf(base, { name: "Desk", members: [{ assistantId: "a" }] });
  expect(changes).toEqual({ name: "Desk", extra: undefined });
  expect(patchOf(base, changes, [])).toEqual({ name: "Desk", extra: null });
});

test("a field that every change must hold goes along", () => {
  expect(patchOf(base, { name: "Desk" }, ["members"])).toEqual({ members: base.members, name: "Desk" });
});

test("what is changed while a save is under way stays changed", () => {
  expect(changesSince({ name: "A", members: [] }, { name: "B", members: undefined, extra: 1 })).toEqual({
    name: "B",
    members: undefined,
    extra: 1,
  });
  const same = { name: "A" };
  expect(changesSince(same, same)).toEqual({});
});

test("what nobody touched follows the server", () => {
  const changes = changesOf(base, { ...base, name: "Mine" });
  expect(withChanges({ ...base, members: [] }, changes)).toEqual({ name: "Mine", members: [], extra: { kept: true } });
});

test("what only another host knows is not checked until it is touched", () => {
  const known = new Set(["name", "members"]);
  expect(withoutForeign(base, known, {})).not.toHaveProperty("extra");
  expect(withoutForeign(base, known, { extra: 1 })).toHaveProperty("extra");
});

test("problems count where something was changed, and show where something was entered", () => {
  const problems = [
    { path: "name", message: "long" },
    { path: "members.0.assistantId", message: "required" },
    { path: "members.0.assistantVersion", message: "long" },
  ];
  expect(problemsOfChanges(problems, { members: [] }, problems).map(({ path }) => path)).toEqual([
    "members.0.assistantId",
    "members.0.assistantVersion",
  ]);
  // A change of the members may make the name wrong.
  expect(problemsOfChanges(problems, { members: [] }, []).map(({ path }) => path)).toContain("name");
  const object = { name: "x", members: [{ assistantVersion: "v" }] };
  expect(problemsOfEntries(problems, object).map(({ path }) => path)).toEqual(["name", "members.0.assistantVersion"]);
});
