import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Turn, turnSegments, turnsOf, turnWaitMs } from "./turn.ts";

it("reads each turn as its last event has it, in the order of the turns", () => {
  const turn = (index: number, more: Partial<Turn> = {}) =>
    ({ type: "turn", payload: { index, trigger: "speech", speechEndMs: 0, ...more } }) as const;
  const events = [turn(1), turn(0), { type: "call.ended" } as const, turn(1, { firstFrameSentMs: 900 })];
  expect([...turnsOf(events)]).toEqual([
    [0, turn(0).payload],
    [1, turn(1, { firstFrameSentMs: 900 }).payload],
  ]);
});

describe("turnSegments", () => {
  it("cuts a spoken turn into the segments of its critical path", () => {
    const turn: Turn = {
      index: 1,
      trigger: "speech",
      speechEndMs: 1000,
      silenceDetectedMs: 1250,
      transcriptFinalMs: 1400,
      turnCommittedMs: 1430,
      modelFirstTokenMs: 1435,
      voiceFirstByteMs: 1500,
      firstFrameSentMs: 1510,
      firstAudibleMs: 1580,
    };
    expect(turnSegments(turn)).toEqual([
      { name: "endpointing", durationMs: 280 },
      { name: "transcript", durationMs: 150 },
      { name: "model", durationMs: 5 },
      { name: "voice", durationMs: 75 },
      { name: "transport", durationMs: 70 },
    ]);
    expect(turnWaitMs(turn)).toBe(580);
  });

  it("charges a transcript that came before the silence to endpointing", () => {
    const turn: Turn = { index: 0, trigger: "speech", speechEndMs: 0, silenceDetectedMs: 300, transcriptFinalMs: 200 };
    expect(turnSegments(turn)).toEqual([{ name: "endpointing", durationMs: 300 }]);
  });

  it("sums to the last milestone reached, whatever the order and whatever is missing", () => {
    const milestone = fc.option(fc.double({ min: 0, max: 60_000, noNaN: true }), { nil: undefined });
    const turns = fc.record({
      speechEndMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
      silenceDetectedMs: milestone,
      transcriptFinalMs: milestone,
      turnCommittedMs: milestone,
      modelFirstTokenMs: milestone,
      toolStartedMs: milestone,
      toolFinishedMs: milestone,
      voiceFirstByteMs: milestone,
      firstFrameSentMs: milestone,
      firstAudibleMs: milestone,
    });
    fc.assert(
      fc.property(turns, (milestones) => {
        const { speechEndMs, ...later } = milestones;
        const last = Math.max(speechEndMs, ...Object.values(later).filter((atMs) => atMs !== undefined));
        expect(turnWaitMs({ index: 0, trigger: "speech", ...milestones })).toBeCloseTo(last - speechEndMs, 6);
      }),
    );
  });
});
