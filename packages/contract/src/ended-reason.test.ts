import { describe, expect, it } from "vitest";
import { CALLER_GONE, ENDED_REASONS, explainEndedReason, providerFailedReason } from "./ended-reason.ts";

describe("explainEndedReason", () => {
  it.each(Object.values(ENDED_REASONS))("has a sentence of its own for %s", (reason) => {
    const text = explainEndedReason(reason);
    expect(text.sentence).not.toContain(reason);
    expect(text.advice).not.toBe("");
  });

  it("names the provider and the part that failed", () => {
    const text = explainEndedReason(providerFailedReason("openai", "llm"));
    expect(text).toMatchObject({ sentence: "The model of openai failed.", fault: "provider" });
  });

  it.each(Object.values(CALLER_GONE))("does not say of a caller who is gone that he hung up: %s", (message) => {
    const text = explainEndedReason(ENDED_REASONS.customerEndedCall, message);
    expect(text.sentence).toBe(message);
    expect(text.advice).not.toBe(explainEndedReason(ENDED_REASONS.customerEndedCall).advice);
  });

  it("keeps the sentence of a reason that a message says more of", () => {
    const reason = ENDED_REASONS.workerDied;
    expect(explainEndedReason(reason, "The host ran out of memory.")).toEqual(explainEndedReason(reason));
  });

  it("says what it can about a reason of a platform it does not know", () => {
    expect(explainEndedReason("voicemail").sentence).toContain("voicemail");
    expect(explainEndedReason("call.start.error-get-org").fault).toBe("platform");
  });
});
