import { expect, test } from "vitest";
import {
  editedNames,
  patchOf,
  problemsOfEdits,
  problemsOfEntries,
  rebased,
  withoutForeign,
  withoutUndefined,
} from "./edited-object.ts";

const base = { name: "Front desk", members: [{ assistantId: "a" }], extra: { kept: true } };

test("only what differs is sent, and null for what was taken out", () => {
  const edits = { seen: base, object: { name: "Desk", members: [{ assistantId: "a" }] } };
  expect([...editedNames(edits)]).toEqual(["name", "extra"]);
  expect(patchOf(edits)).toEqual({ name: "Desk", extra: null });
});

test("a field that every change must hold goes along", () => {
  expect(patchOf({ seen: base, object: { ...base, name: "Desk" } }, ["members"])).toEqual({
    members: base.members,
    name: "Desk",
  });
});

test("what is changed while a save is under way stays changed", () => {
  const sent = { ...base, name: "A", members: [] };
  const now = { name: "B", extra: { kept: true, more: 1 } };
  const after = rebased({ seen: sent, object: now }, sent);
  expect(after).toEqual({ seen: sent, object: now });
  expect(patchOf(after)).toEqual({ name: "B", members: null, extra: { kept: true, more: 1 } });
  // The server may have stored more than was sent.
  expect(rebased({ seen: sent, object: now }, { ...sent, kind: "x" }).object).toEqual({ ...now, kind: "x" });
  expect(patchOf(rebased({ seen: sent, object: sent }, sent))).toEqual({});
});

test("what nobody touched follows the server", () => {
  const mine = { seen: base, object: { ...base, name: "Mine" } };
  expect(rebased(mine, { ...base, members: [] }).object).toEqual({ name: "Mine", members: [], extra: { kept: true } });
  expect(rebased(mine, { ...base, name: "Theirs" }).object).toEqual({ ...base, name: "Mine" });
  expect(rebased(mine, { ...base, extra: { kept: true, more: 1 } }).object).toMatchObject({ extra: { kept: true, more: 1 } });
});

test("a field without a value is not there", () => {
  expect(Object.keys(withoutUndefined({ name: "A", extra: undefined }))).toEqual(["name"]);
});

test("what only another host knows is not checked until it is touched", () => {
  const known = new Set(["name", "members"]);
  expect(withoutForeign(base, known, new Set())).not.toHaveProperty("extra");
  expect(withoutForeign(base, known, new Set(["extra"]))).toHaveProperty("extra");
});

test("problems count where something was changed, and show where something was entered", () => {
  const problems = [
    { path: "name", message: "long" },
    { path: "members.0.assistantId", message: "required" },
    { path: "members.0.assistantVersion", message: "long" },
  ];
  const edited = new Set(["members"]);
  expect(problemsOfEdits(problems, edited, problems).map(({ path }) => path)).toEqual([
    "members.0.assistantId",
    "members.0.assistantVersion",
  ]);
  // A change of the members may make the name wrong.
  expect(problemsOfEdits(problems, edited, []).map(({ path }) => path)).toContain("name");
  const object = { name: "x", members: [{ assistantVersion: "v" }] };
  expect(problemsOfEntries(problems, object).map(({ path }) => path)).toEqual(["name", "members.0.assistantVersion"]);
});
