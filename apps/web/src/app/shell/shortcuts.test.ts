import { expect, test } from "vitest";
import { type KeySequence, pressKey, SEQUENCE_MS } from "./shortcuts.ts";

function type(keys: Array<[key: string, atMs: number]>) {
  let pending: KeySequence | undefined;
  return keys.map(([key, atMs]) => {
    const pressed = pressKey(pending, key, atMs);
    pending = pressed.pending;
    return pressed.shortcut;
  });
}

test("one key, and two keys one after the other", () => {
  expect(
    type([
      ["?", 0],
      ["g", 1],
      ["a", 2],
      ["g", 3],
      ["c", 4],
    ]),
  ).toEqual(["sheet", undefined, "goAssistants", undefined, "goCalls"]);
});

test("the second key may not take too long", () => {
  expect(
    type([
      ["g", 0],
      ["a", SEQUENCE_MS],
    ]),
  ).toEqual([undefined, "goAssistants"]);
  expect(
    type([
      ["g", 0],
      ["a", SEQUENCE_MS + 1],
    ]),
  ).toEqual([undefined, undefined]);
});

test("a wrong second key starts over with itself", () => {
  expect(
    type([
      ["g", 0],
      ["g", 1],
      ["a", 2],
    ]),
  ).toEqual([undefined, undefined, "goAssistants"]);
  expect(
    type([
      ["g", 0],
      ["t", 1],
    ]),
  ).toEqual([undefined, "talk"]);
  expect(
    type([
      ["g", 0],
      ["x", 1],
      ["a", 2],
    ]),
  ).toEqual([undefined, undefined, undefined]);
});
