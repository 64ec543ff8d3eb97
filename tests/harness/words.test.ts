import { expect, test } from "vitest";
import { hearingProblem, words } from "./words.ts";

const said = "On Saturday we are open from 9 in the morning to 5 in the afternoon.";

test("words are compared without punctuation, case and digits", () => {
  expect(words("Open 9:00, to five!")).toEqual(["open", "nine", "to", "five"]);
});

test("a slip of the recognizer is forgiven", () => {
  expect(hearingProblem(said, "eye on saturday we are open from nine in the morning to five in the after noon")).toBeUndefined();
});

test("a wrong day is not", () => {
  expect(hearingProblem(said, "on sunday we are open from nine in the morning to five in the afternoon")).toMatch(/days/);
});

test("another day beside the right one is not", () => {
  expect(hearingProblem(said, `${said} on sunday we are closed`)).toMatch(/days/);
});

test("half of the words are not enough", () => {
  expect(hearingProblem(said, "on saturday we are open")).toMatch(/only/);
});
