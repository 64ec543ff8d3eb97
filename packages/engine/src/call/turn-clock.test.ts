import { Turn } from "@callwright/contract";
import { expect, it } from "vitest";
import { TurnClock } from "./turn-clock.ts";

it("keeps the first time of a milestone, in whole milliseconds", () => {
  const turns = new TurnClock();
  const index = turns.begin("speech", 1000.4, { silenceDetectedMs: 1250.6 });
  expect(turns.mark(index, "modelFirstTokenMs", 1300.2)).toBe(true);
  expect(turns.mark(index, "modelFirstTokenMs", 1400)).toBe(false);
  const turn = turns.get(index);
  expect(Turn.parse(turn)).toEqual({
    index: 0,
    trigger: "speech",
    speechEndMs: 1000,
    silenceDetectedMs: 1251,
    modelFirstTokenMs: 1300,
  });
});

it("numbers turns from 0 and knows no others", () => {
  const turns = new TurnClock();
  expect(turns.begin("opening", 0)).toBe(0);
  expect(turns.nextIndex).toBe(1);
  expect(turns.mark(1, "firstAudibleMs", 5)).toBe(false);
  expect(turns.get(1)).toBeUndefined();
});
