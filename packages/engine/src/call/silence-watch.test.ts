import { expect, it } from "vitest";
import { type SilenceLimit, SilenceWatch } from "./silence-watch.ts";

/** A watch whose limits record their timeouts when they are reached. */
function watch(...limits: (Partial<SilenceLimit> & { timeoutMs: number })[]) {
  const reached: string[] = [];
  let passedMs = 0;
  const silence = new SilenceWatch(
    limits.map((limit) => ({
      maxCount: 3,
      isResetBySpeech: false,
      onReached: () => {
        reached.push(`${limit.timeoutMs} at ${passedMs}`);
        return true;
      },
      ...limit,
    })),
  );
  const pass = (ms: number) => {
    for (const endMs = passedMs + ms; passedMs < endMs; ) {
      passedMs += 10;
      silence.pass(10);
    }
  };
  return { silence, reached, pass };
}

it("reaches a limit again and again in one silence, up to its count", () => {
  const { reached, pass } = watch({ timeoutMs: 1_000, maxCount: 2 });
  pass(5_000);
  expect(reached).toEqual(["1000 at 1000", "1000 at 2000"]);
});

it("lets the longest of several limits act that are reached together", () => {
  const { reached, pass } = watch({ timeoutMs: 1_000 }, { timeoutMs: 2_000, maxCount: 1 }, { timeoutMs: 3_000 });
  pass(4_000);
  expect(reached).toEqual(["1000 at 1000", "2000 at 2000", "3000 at 3000", "1000 at 4000"]);
});

it("begins again when somebody speaks, and counts again only where speech resets the count", () => {
  const { silence, reached, pass } = watch(
    { timeoutMs: 1_000, maxCount: 1 },
    { timeoutMs: 1_500, maxCount: 1, isResetBySpeech: true },
  );
  pass(900);
  silence.restart();
  pass(1_500);
  silence.callerSpoke();
  pass(1_500);
  expect(reached).toEqual(["1000 at 1900", "1500 at 2400", "1500 at 3900"]);
});

it("does not count what could not be acted on", () => {
  let acts = false;
  const { reached, pass } = watch({ timeoutMs: 1_000, maxCount: 1, onReached: () => acts && reached.push("acted") > 0 });
  pass(1_000);
  acts = true;
  pass(3_000);
  expect(reached).toEqual(["acted"]);
});
