import { describe, expect, it } from "vitest";
import { MessageRate, WordsAllowance } from "./caller-limits.ts";

describe("MessageRate", () => {
  function setUp() {
    const clock = { ms: 0 };
    const rate = new MessageRate(() => clock.ms);
    /** The verdicts for messages at an interval. */
    const send = (count: number, everyMs: number) => {
      const verdicts = { take: 0, drop: 0, flood: 0 };
      for (let sent = 0; sent < count; sent++) {
        verdicts[rate.count()] += 1;
        clock.ms += everyMs;
      }
      return verdicts;
    };
    return { clock, send };
  }

  it("takes 50 messages a second, and 100 at once", () => {
    const { send } = setUp();
    expect(send(1000, 20)).toEqual({ take: 1000, drop: 0, flood: 0 });
    expect(send(150, 0)).toEqual({ take: 100, drop: 50, flood: 0 });
  });

  it("reports a flood after ten seconds of too many", () => {
    const { send } = setUp();
    expect(send(1000, 10).flood).toBe(0);
    expect(send(400, 10).flood).toBeGreaterThan(0);
  });

  it("forgives bursts with quiet between them", () => {
    const { clock, send } = setUp();
    for (let burst = 0; burst < 20; burst++) {
      expect(send(150, 0).flood).toBe(0);
      clock.ms += 2000;
    }
  });
});

describe("WordsAllowance", () => {
  function setUp() {
    const clock = { ms: 0 };
    const allowance = new WordsAllowance(() => clock.ms);
    /** How many messages of this length are accepted at an interval. */
    const taken = (count: number, characters: number, everyMs = 0) => {
      let sum = 0;
      for (let sent = 0; sent < count; sent++) {
        if (allowance.take("x".repeat(characters))) sum += 1;
        clock.ms += everyMs;
      }
      return sum;
    };
    return { clock, taken };
  }

  it("takes 200,000 characters at once, in long messages or short ones", () => {
    expect(setUp().taken(50, 99_900)).toBe(2);
    expect(setUp().taken(50_000, 1)).toBe(3921);
  });

  it("takes 50 more each second, and never more than 200,000 at once", () => {
    const { clock, taken } = setUp();
    taken(2, 99_950);
    expect(taken(60, 450, 1000)).toBe(5);
    clock.ms += 86_400_000;
    expect(taken(50, 99_900)).toBe(2);
  });

  it("takes fast speech for as long as a call may last", () => {
    expect(setUp().taken(21_600, 40, 2000)).toBe(21_600);
  });
});
