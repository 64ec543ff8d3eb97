import type { Turn } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { isAnswer, medianWait, waitOf, waitParts } from "./wait-parts.ts";

const turn = (index: number, firstAudibleMs: number): Turn => ({
  index,
  trigger: "speech",
  speechEndMs: 1000.2,
  silenceDetectedMs: 1310.6,
  transcriptFinalMs: 1420.1,
  modelFirstTokenMs: 1660.7,
  voiceFirstByteMs: 1790.3,
  firstAudibleMs,
});

describe("waitParts", () => {
  it("sums to the rounded wait, whatever the fractions", () => {
    for (let fraction = 0; fraction < 1; fraction += 0.07) {
      const parts = waitParts(turn(0, 1860 + fraction));
      expect(waitOf(parts)).toBe(Math.round(1860 + fraction - 1000.2));
    }
  });

  it("is empty for a turn without milestones", () => {
    expect(waitParts({ index: 0, trigger: "opening", speechEndMs: 0 })).toEqual([]);
  });
});

describe("medianWait", () => {
  it("takes the turn in the middle, the quicker one of two, and only turns that answer", () => {
    const opening: Turn = { index: 0, trigger: "opening", speechEndMs: 0, firstAudibleMs: 9000 };
    expect(isAnswer(opening)).toBe(false);
    const waitOfMedian = (turns: Turn[]) => waitOf(medianWait(turns) ?? []);
    expect(waitOfMedian([opening, turn(1, 2400), turn(2, 1900), turn(3, 2000)])).toBe(1000);
    expect(waitOfMedian([turn(1, 2400), turn(2, 1900)])).toBe(900);
    expect(medianWait([opening])).toBeUndefined();
  });
});
