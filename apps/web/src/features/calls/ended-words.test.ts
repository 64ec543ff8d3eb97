import { ENDED_REASONS, explainEndedReason } from "@callwright/contract";
import { expect, test } from "vitest";
import { endedWords } from "./ended-words.ts";

const endedReason = ENDED_REASONS.workerDied;

test("the reason's own advice stands in for what is not known of this call", () => {
  const { sentence, advice } = explainEndedReason(endedReason);
  expect(endedWords({ endedReason })).toMatchObject({ reason: endedReason, sentence, detail: advice });
  expect(endedWords({ endedReason, endedMessage: "The host ran out of memory." })?.detail).toBe("The host ran out of memory.");
});

test("a call that runs has no end", () => {
  expect(endedWords({})).toBeUndefined();
});
