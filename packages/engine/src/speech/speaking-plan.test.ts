import { describe, expect, it } from "vitest";
import { WorkBudget } from "../foreign-text/work-budget.ts";
import { planStart, planStop, ruleTest, type StartPlan } from "./speaking-plan.ts";

const pauseOf = (plan: StartPlan, customerText: string, assistantText = "") => plan.pauseMs({ customerText, assistantText });

describe("planStart", () => {
  it("leaves the end of a turn to the local model and the words when nothing is set", () => {
    const plan = planStart();
    expect(plan.usesDetector).toBe(true);
    expect(plan.waitMs).toBe(0);
    // Not rated yet, or never: counts as the model's doubt.
    expect(pauseOf(plan, "I would like to change my appointment.")).toBe(650);
  });

  it.each([
    // The words, the model's rating, and milliseconds.
    ["I would like to change my appointment.", 0.95, 192],
    ["I would like to change my appointment.", 0.7, 650],
    ["I would like to change my appointment.", 0.1, 1000],
    ["What are your opening hours on Saturday?", 0.7, 192],
    ["What are your opening hours on Saturday?", 0.1, 320],
    ["My number is five five five,", 0.95, 900],
    ["My number is five five five", 0.95, 900],
    ["My number is five five five", 0.1, 1800],
    ["I would like to", 0.95, 1400],
    ["I would like to", 0.1, 2200],
  ])("waits by evidence: %j, rated %d, for %d ms", (customerText, probability, ms) => {
    expect(planStart().pauseMs({ customerText, assistantText: "", probability })).toBe(ms);
  });

  it.each([
    ["I would like to know.", 100],
    ["I would like to", 1500],
    ["my number is 42", 500],
  ])("decides by punctuation when the user set it: %j", (text, ms) => {
    const plan = planStart({ transcriptionEndpointingPlan: {} });
    expect(plan.usesDetector).toBe(false);
    expect(pauseOf(plan, text)).toBe(ms);
  });

  it("decides by punctuation when smart endpointing is off, and by the model when it is asked for", () => {
    expect(planStart({ smartEndpointingEnabled: false }).usesDetector).toBe(false);
    expect(planStart({ smartEndpointingEnabled: "livekit", transcriptionEndpointingPlan: {} }).usesDetector).toBe(true);
    expect(planStart({ smartEndpointingPlan: { provider: "vapi" } }).usesDetector).toBe(true);
  });

  it("lets the first matching rule win", () => {
    const plan = planStart({
      customEndpointingRules: [
        { type: "assistant", regex: "phone number", regexOptions: [{ type: "ignore-case", enabled: true }], timeoutSeconds: 3 },
        { type: "customer", regex: "or", regexOptions: [{ type: "whole-word", enabled: true }], timeoutSeconds: 2 },
        { type: "both", assistantRegex: "name", customerRegex: "^my", timeoutSeconds: 1 },
        { type: "customer", regex: "(", timeoutSeconds: 9 },
      ],
    });
    expect(pauseOf(plan, "it is", "Your PHONE NUMBER?")).toBe(3000);
    expect(pauseOf(plan, "tea or", "")).toBe(2000);
    expect(pauseOf(plan, "my name", "Your name?")).toBe(1000);
    expect(pauseOf(plan, "for (you")).toBe(650);
  });

  it("lets an endpointing server win over the model and the words, and a rule over the server", () => {
    const turn = { customerText: "I would like to", assistantText: "", probability: 0.1, advisedSeconds: 0.3 };
    expect(planStart().pauseMs(turn)).toBe(300);
    const ruled = planStart({ customEndpointingRules: [{ type: "customer", regex: "like to", timeoutSeconds: 4 }] });
    expect(ruled.pauseMs(turn)).toBe(4000);
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

describe("rules for endpointing", () => {
  const customer = (regex: string) => {
    const holds = ruleTest({ type: "customer", regex, timeoutSeconds: 1 });
    return (text: string) => holds(text, "", new WorkBudget(1_000_000));
  };

  it("matches a pattern that takes a backtracking engine minutes", () => {
    expect(customer("^(\\w+\\s?)*$")(`${"hello there ".repeat(80)}!`)).toBe(false);
    expect(customer("^(\\w+\\s?)*$")("hello there")).toBe(true);
  });

  it.each(["(", "(?=a)a", "(a)\\1", "((\\w+\\s?){1,30}){1,30}$"])("makes nothing of %s", (regex) => {
    expect(customer(regex)("aa")).toBe(false);
  });

  it("takes what JavaScript writes", () => {
    expect(customer("\\d{3}\\/(?<rest>\\u0041+)$")("123/AA")).toBe(true);
  });
});
