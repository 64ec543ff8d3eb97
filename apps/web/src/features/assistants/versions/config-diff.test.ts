import fc from "fast-check";
import { expect, test } from "vitest";
import { configDiff, configOf, lineDiff, withContext } from "./config-diff.ts";

test("changed, added and removed fields, each by its path", () => {
  const before = { name: "Riley", voice: { provider: "callwright", voiceId: "slt" }, endCallPhrases: ["bye"] };
  const after = { name: "Riley", voice: { voiceId: "rms", provider: "callwright" }, endCallPhrases: ["bye", "ciao"], server: {} };
  expect(configDiff(before, after)).toEqual([
    { path: "voice.voiceId", before: "slt", after: "rms" },
    { path: "endCallPhrases", before: ["bye"], after: ["bye", "ciao"] },
    { path: "server", before: undefined, after: {} },
  ]);
});

test("messages are compared one by one", () => {
  const before = { model: { messages: [{ role: "system", content: "a" }] } };
  const after = {
    model: {
      messages: [
        { role: "system", content: "b" },
        { role: "user", content: "c" },
      ],
    },
  };
  expect(configDiff(before, after).map(({ path }) => path)).toEqual(["model.messages.0.content", "model.messages.1"]);
});

test("anything is the same as its copy with other key order", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (config) => {
      const copy = Object.fromEntries(Object.entries(structuredClone(config)).toReversed());
      expect(configDiff(config, copy)).toEqual([]);
    }),
  );
});

test("the server's own fields are no configuration; unknown ones are", () => {
  const entity = { id: "1", orgId: "2", createdAt: "", updatedAt: "", latestVersion: "v1" };
  expect(configOf({ ...entity, name: "Riley", future: 1 })).toEqual({ name: "Riley", future: 1 });
});

test("a line diff gives both texts back", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const side = (kept: "removed" | "added") =>
        lines.filter(({ kind }) => kind === "same" || kind === kept).map((line) => line.text);
      expect(side("removed").join("\n")).toBe(before);
      expect(side("added").join("\n")).toBe(after);
    }),
  );
});

test("of a long text only the change and its neighbours are shown", () => {
  const text = (middle: string) => ["1", "2", "3", "4", middle, "6", "7", "8"].join("\n");
  const shown = withContext(lineDiff(text("old"), text("new")));
  expect(shown.map((line) => (line.kind === "skipped" ? line.count : line.text))).toEqual([
    2,
    "3",
    "4",
    "old",
    "new",
    "6",
    "7",
    "8",
  ]);
});

test("a line in the middle is found, its neighbours stay", () => {
  expect(lineDiff("a\nb\nc", "a\nx\nc")).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "x" },
    { kind: "same", text: "c" },
  ]);
});
