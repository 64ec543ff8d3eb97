import { expect, it } from "vitest";
import { WordsAllowance } from "./words-allowance.ts";

function setUp() {
  const clock = { ms: 0 };
  const allowance = new WordsAllowance(() => clock.ms);
  /** How many messages of this length are taken, one every so often. */
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
