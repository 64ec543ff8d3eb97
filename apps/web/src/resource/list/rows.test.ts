import { expect, test } from "vitest";
import { type ResourceRow, sortRows } from "./rows.ts";

const row = (name: string, updatedAt = "2026-01-01T00:00:00Z"): ResourceRow => ({
  id: name,
  name,
  texts: { voice: "Offline · Slt" },
  entity: { id: name, createdAt: updatedAt },
  updatedAt,
});
const COLUMNS = [{ id: "voice", text: () => "" }];
const sorted = (rows: readonly ResourceRow[], sort: string) => sortRows(rows, sort, COLUMNS).map(({ name }) => name);

test("names sort as people read them, both ways", () => {
  const rows = [row("Agent 10"), row("agent 9"), row("Ágnes"), row("Bea")];
  expect(sorted(rows, "name")).toEqual(["agent 9", "Agent 10", "Ágnes", "Bea"]);
  expect(sorted(rows, "-name")).toEqual(["Bea", "Ágnes", "Agent 10", "agent 9"]);
});

test("rows with the same value keep their order in both directions, and in an unknown column", () => {
  const rows = [row("first"), row("second"), row("third")];
  for (const sort of ["voice", "-voice", "constructor"]) expect(sorted(rows, sort)).toEqual(["first", "second", "third"]);
});

test("the newest first", () => {
  const rows = [row("old", "2026-01-01T00:00:00Z"), row("young", "2026-02-01T00:00:00Z")];
  expect(sorted(rows, "-updated")).toEqual(["young", "old"]);
});
