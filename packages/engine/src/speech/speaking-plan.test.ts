import { describe, expect, it } from "vitest";
import { planStart, planStop } from "./speaking-plan.ts";

describe("planStart", () => {
  it("leaves the end of a turn to the local model when nothing is set", () => {
    const plan = planStart();
    expect(plan.usesDetector).toBe(true);
    expect(plan.waitMs).toBe(0);
    expect(plan.delays("what are your opening hours", "")).toEqual({ minMs: 192, maxMs: 2500 });
  });

  it.each([
    ["I would like to know.", 100],
    ["I would like to", 1500],
    ["my number is 42", 500],
  ])("decides by punctuation when the user set it: %j", (text, ms) => {
    const plan = planStart({ transcriptionEndpointingPlan: {} });
    expect(plan.usesDetector).toBe(false);
    expect(plan.delays(text, "")).toEqual({ minMs: ms, maxMs: ms });
  });

  it("decides by punctuation when smart endpointing is off, and by the model when it is asked for", () => {
    expect(planStart({ smartEndpointingEnabled: false }).usesDetector).toBe(false);
    expect(planStart({ smartEndpointingEnabled: "livekit", transcriptionEndpointingPlan: {} }).usesDetector).toBe(true);
    expect(planStart({ smartEndpointingPlan: { provider: "vapi" } }).usesDetector).toBe(true);
  });

  it("lets the first matching rule win", () => {
    const { delays } = planStart({
      customEndpointingRules: [
        { type: "assistant", regex: "phone number", regexOptions: [{ type: "ignore-case", enabled: true }], timeoutSeconds: 3 },
        { type: "customer", regex: "or", regexOptions: [{ type: "whole-word", enabled: true }], timeoutSeconds: 2 },
        { type: "both", assistantRegex: "name", customerRegex: "^my", timeoutSeconds: 1 },
        { type: "customer", regex: "(", timeoutSeconds: 9 },
      ],
    });
    expect(delays("it is", "Your PHONE NUMBER?")).toEqual({ minMs: 3000, maxMs: 3000 });
    expect(delays("tea or", "")).toEqual({ minMs: 2000, maxMs: 2000 });
    expect(delays("my name", "Your name?")).toEqual({ minMs: 1000, maxMs: 1000 });
    expect(delays("for (you", "")).toEqual({ minMs: 192, maxMs: 2500 });
  });

  it("waits only as long as the user asked", () => {
    expect(planStart({ waitSeconds: 0.8 }).waitMs).toBe(800);
  });
});

describe("planStop", () => {
  it("interrupts by voice alone, after the platform's default", () => {
    expect(planStop().interruption).toMatchObject({ minDuration: 192, minWords: 0 });
    expect(planStop({ numWords: 2, voiceSeconds: 0.4 }).interruption).toMatchObject({ minDuration: 384, minWords: 2 });
  });

  it("knows an acknowledgement only when nothing else was said", () => {
    const { acknowledges } = planStop();
    expect(acknowledges("Okay.")).toBe(true);
    expect(acknowledges("I’m listening")).toBe(true);
    expect(acknowledges("okay but wait")).toBe(false);
    expect(planStop({ acknowledgementPhrases: ["aye"] }).acknowledges("okay")).toBe(false);
  });

  it("lets a phrase interrupt where words are counted", () => {
    expect(planStop({ numWords: 5 }).insists("Wait!")).toBe(true);
    expect(planStop({ numWords: 5 }).insists("waiter")).toBe(false);
    expect(planStop().insists("Wait!")).toBe(false);
  });
});
