import { expect, test } from "vitest";
import { assistantListSearch, assistantSearch } from "../assistant-search.ts";
import { type AssistantRow, sortRows, toRow } from "./assistant-rows.ts";

const row = (name: string, updatedAt = "2026-01-01T00:00:00Z"): AssistantRow => ({
  id: name,
  name,
  model: "Built-in answers",
  voice: "Offline · Slt",
  isUnpublished: false,
  figures: undefined,
  updatedAt,
});
const words = { unnamed: "Unnamed", notSet: "–", builtInModel: "Built-in", ownServer: "Own", offline: "Offline" };
const names = (rows: readonly AssistantRow[]) => rows.map(({ name }) => name);

test("names sort as people read them, both ways", () => {
  const rows = [row("Agent 10"), row("agent 9"), row("Ágnes"), row("Bea")];
  expect(names(sortRows(rows, "name"))).toEqual(["agent 9", "Agent 10", "Ágnes", "Bea"]);
  expect(names(sortRows(rows, "-name"))).toEqual(["Bea", "Ágnes", "Agent 10", "agent 9"]);
});

test("rows with the same value keep their order in both directions", () => {
  const rows = [row("first"), row("second"), row("third")];
  expect(names(sortRows(rows, "voice"))).toEqual(["first", "second", "third"]);
  expect(names(sortRows(rows, "-voice"))).toEqual(["first", "second", "third"]);
});

test("the newest first", () => {
  const rows = [row("old", "2026-01-01T00:00:00Z"), row("young", "2026-02-01T00:00:00Z")];
  expect(names(sortRows(rows, "-updated"))).toEqual(["young", "old"]);
});

test("what an assistant leaves out has words", () => {
  const assistant = { id: "1", orgId: "2", createdAt: "", updatedAt: "", latestVersion: "v1" };
  expect(toRow(assistant, words)).toMatchObject({ name: "Unnamed", model: "–", voice: "–" });
});

test("only what the list knows is taken from the address", () => {
  expect(assistantListSearch({ q: 42, sort: "-name", x: 1 })).toEqual({ q: "42", sort: "-name" });
  expect(assistantListSearch({ q: "", sort: "constructor" })).toEqual({});
  expect(assistantSearch({ tab: "json", talk: "call-1" })).toEqual({ tab: "json", talk: "call-1" });
  expect(assistantSearch({ tab: "none", talk: true })).toEqual({});
});

test("models and voices have one short line each", () => {
  const entity = { id: "1", orgId: "2", createdAt: "", updatedAt: "", latestVersion: "v1" };
  const own = toRow(
    { ...entity, model: { provider: "custom-llm", model: "llama3" }, voice: { provider: "callwright", voiceId: "slt" } },
    words,
  );
  expect(own).toMatchObject({ model: "Own · llama3", voice: "Offline · Slt" });
  const bought = toRow(
    { ...entity, model: { provider: "groq", model: "x" }, voice: { provider: "11labs", voiceId: "Sarah" } },
    words,
  );
  expect(bought).toMatchObject({ model: "Groq · x", voice: "ElevenLabs · Sarah" });
  expect(toRow({ ...entity, model: { provider: "callwright", model: "builtin" } }, words).model).toBe("Built-in");
});
