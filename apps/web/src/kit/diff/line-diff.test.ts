import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff, withContext } from "./line-diff.ts";

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
