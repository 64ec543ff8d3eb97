import { describe, expect, it } from "vitest";
import { CALLER_GONE, ENDED_REASONS, explainEndedReason, providerFailedReason, WORKER_STALLED } from "./ended-reason.ts";

describe("explainEndedReason", () => {
  it.each(Object.values(ENDED_REASONS))("has a sentence of its own for %s", (reason) => {
    const text = explainEndedReason(reason);
    expect(text.sentence).not.toContain(reason);
    expect(text.advice).not.toBe("");
  });

  it("names the provider and the part that failed", () => {
    const reason = providerFailedReason("openai", "llm");
    expect(explainEndedReason(reason)).toMatchObject({ sentence: "The model failed (openai).", fault: "provider" });
    const nameOf = (provider: string) => provider.toUpperCase();
    expect(explainEndedReason(reason, undefined, undefined, nameOf).sentence).toBe("The model failed (OPENAI).");
  });

  it.each(Object.values(CALLER_GONE))("does not say of a caller who is gone that he hung up: %s", (message) => {
    const text = explainEndedReason(ENDED_REASONS.customerEndedCall, message);
    expect(text.sentence).toBe(message);
    expect(text.advice).not.toBe(explainEndedReason(ENDED_REASONS.customerEndedCall).advice);
  });

  it("does not say of a process that stopped answering that it died", () => {
    expect(explainEndedReason(ENDED_REASONS.workerDied, WORKER_STALLED)).toMatchObject({
      sentence: WORKER_STALLED,
      fault: "platform",
    });
  });

  it("keeps the sentence of a reason that a message says more of", () => {
    const reason = ENDED_REASONS.workerDied;
    expect(explainEndedReason(reason, "The host ran out of memory.")).toEqual(explainEndedReason(reason));
  });

  it("suspects the microphone only of a caller who was never heard", () => {
    const reason = ENDED_REASONS.silenceTimedOut;
    expect(explainEndedReason(reason, undefined, false)).toMatchObject({
      fault: "caller",
      advice: expect.stringContaining("microphone"),
    });
    expect(explainEndedReason(reason, undefined, true)).toMatchObject({
      fault: "none",
      advice: expect.not.stringContaining("heard"),
    });
    expect(explainEndedReason(reason)).toEqual(explainEndedReason(reason, undefined, true));
  });

  it("says what it can about a reason of a platform it does not know", () => {
    expect(explainEndedReason("vonage-rejected").sentence).toContain("vonage-rejected");
    expect(explainEndedReason("call.start.error-get-org").fault).toBe("platform");
  });
});
