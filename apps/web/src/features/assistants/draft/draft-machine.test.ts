import fc from "fast-check";
import { expect, test } from "vitest";
import { type DraftEvent, type DraftState, draftReducer } from "./draft-machine.ts";

const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
const error = new Error("down");
const play = (start: DraftState, ...events: DraftEvent[]) => events.reduce(draftReducer, start);
const baseVersion = "v4";
const settled: DraftState = { phase: "settled", config: a, baseVersion };

test("an edit is saved", () => {
  expect(play(settled, { type: "edit", config: b })).toEqual({ phase: "edited", config: b, baseVersion });
  expect(play(settled, { type: "edit", config: b }, { type: "save-started" }, { type: "save-succeeded", sent: b })).toEqual({
    phase: "settled",
    config: b,
    baseVersion,
  });
});

test("what is typed while a save runs is saved next, whether that save succeeds or fails", () => {
  const typing = play(settled, { type: "edit", config: b }, { type: "save-started" }, { type: "edit", config: c });
  expect(typing).toEqual({ phase: "saving", config: c, baseVersion, sent: b });
  expect(play(typing, { type: "save-succeeded", sent: b })).toEqual({ phase: "edited", config: c, baseVersion });
  expect(play(typing, { type: "save-failed", sent: b, error })).toEqual({ phase: "edited", config: c, baseVersion });
});

test("a failed save can be tried again", () => {
  const failed = play(settled, { type: "edit", config: b }, { type: "save-started" }, { type: "save-failed", sent: b, error });
  expect(failed).toEqual({ phase: "failed", config: b, baseVersion, error });
  expect(play(failed, { type: "save-started" })).toEqual({ phase: "saving", config: b, baseVersion, sent: b });
});

test("an answer that comes after the draft was replaced changes nothing", () => {
  const replaced = play(
    settled,
    { type: "edit", config: b },
    { type: "save-started" },
    { type: "replaced", draft: { config: c, baseVersion: "v5" } },
  );
  expect(play(replaced, { type: "save-succeeded", sent: b })).toEqual({ phase: "settled", config: c, baseVersion: "v5" });
  expect(play(replaced, { type: "save-failed", sent: b, error })).toEqual({ phase: "settled", config: c, baseVersion: "v5" });
});

test("nothing to save, nothing starts", () => {
  expect(play(settled, { type: "save-started" })).toBe(settled);
  expect(play(settled, { type: "edit", config: a })).toBe(settled);
});

test("whatever happens, the last thing typed is never lost", () => {
  const configs = [a, b, c];
  const event = fc.oneof(
    fc.constantFrom(...configs).map((config): DraftEvent => ({ type: "edit", config })),
    fc.constant<DraftEvent>({ type: "save-started" }),
    fc.constantFrom(...configs).map((sent): DraftEvent => ({ type: "save-succeeded", sent })),
    fc.constantFrom(...configs).map((sent): DraftEvent => ({ type: "save-failed", sent, error })),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const state = play(settled, ...events);
      const lastEdit = events.findLast((each) => each.type === "edit");
      expect(state.config).toBe(lastEdit?.config ?? a);
    }),
  );
});
