import { expect, test } from "vitest";
import { CallTurnDetector } from "./turn-detector.ts";

test.each(["en", "de", "pl", undefined])(
  "every rating counts as unlikely in %s: the delay is read after it",
  async (language) => {
    const detector = new CallTurnDetector(() => undefined);
    expect(await detector.unlikelyThreshold(language as Parameters<typeof detector.unlikelyThreshold>[0])).toBeGreaterThan(1);
  },
);
