import { expect, it } from "vitest";
import { passageOf } from "./CallAnalysis.tsx";

const line = (text: string, kind: "spoken" | "prompt" = "spoken") => ({ kind, text });
const LINES = [
  line("Orders like 1042 are lost.", "prompt"),
  line("Hello, this is Riley."),
  line("My  order 1042 never came."),
  line("It is order 1042."),
];

it("finds the first said line with a value, and the one that a summary quotes", () => {
  expect(passageOf(1042, LINES)).toBe(LINES[2]);
  expect(passageOf("order 1042", LINES)).toBe(LINES[2]);
  expect(passageOf("The caller said: “My order 1042 never came.” They hung up.", LINES)).toBe(LINES[2]);
});

it("finds nothing for values that any line could have, or that nobody said", () => {
  for (const value of [true, null, 7, "it", "refund", { order: 1042 }]) expect(passageOf(value, LINES)).toBeUndefined();
});
