import type { CallEvent } from "@callwright/contract";
import { expect, test } from "vitest";
import { withoutRepeats } from "./event-gist.ts";

const turn = (seq: number, index: number): CallEvent => ({
  seq,
  atMs: seq,
  type: "turn",
  payload: { index, trigger: "speech", speechEndMs: 0, firstFrameSentMs: seq },
});
const said = (seq: number): CallEvent => ({ seq, atMs: seq, type: "control", payload: { control: "mute-assistant" } });

test("of a turn that was told several times the last one stays, where it is", () => {
  const events = [turn(0, 0), said(1), turn(2, 1), turn(3, 0), said(4)];
  expect(withoutRepeats(events).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});
