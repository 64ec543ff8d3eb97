import { CALLER_GONE, ENDED_REASONS, explainEndedReason } from "@callwright/contract";
import { expect, test } from "vitest";
import { endedWords } from "./ended-words.ts";

const endedReason = ENDED_REASONS.workerDied;

test("the reason's own advice stands in for what is not known of this call", () => {
  const { sentence, advice } = explainEndedReason(endedReason);
  expect(endedWords({ endedReason }, [])).toMatchObject({ reason: endedReason, sentence, detail: advice });
  expect(endedWords({ endedReason, endedMessage: "The host ran out of memory." }, [])?.detail).toBe(
    "The host ran out of memory.",
  );
});

test("a caller who was lost did not hang up", () => {
  const words = endedWords({ endedReason: ENDED_REASONS.customerEndedCall, endedMessage: CALLER_GONE.lost }, []);
  expect(words).toMatchObject({ sentence: CALLER_GONE.lost, fault: "caller" });
  expect(words?.detail).not.toBe(CALLER_GONE.lost);
});

test("a caller who spoke is not told to check the microphone after a silence", () => {
  const silent = { endedReason: ENDED_REASONS.silenceTimedOut };
  const started = { type: "call.started" } as const;
  expect(endedWords(silent, [started])?.detail).toContain("microphone");
  expect(endedWords(silent, [started, { type: "user.said" }])?.detail).not.toContain("microphone");
});

test("a call that runs has no end", () => {
  expect(endedWords({}, [])).toBeUndefined();
});
