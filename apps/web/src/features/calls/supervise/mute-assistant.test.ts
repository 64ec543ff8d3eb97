import type { CallEvent } from "@callwright/contract";
import { expect, it } from "vitest";
import { lastMuting } from "./MuteAssistant.tsx";

const control = (seq: number, name: string): CallEvent => ({ seq, atMs: seq, type: "control", payload: { control: name } });

it("the last order to mute or unmute counts, from any sender", () => {
  expect(lastMuting([control(2, "say")])).toBeUndefined();
  expect(lastMuting([control(4, "mute-assistant"), control(5, "mute-customer")])).toEqual({ seq: 4, isMuted: true });
  expect(lastMuting([control(4, "mute-assistant"), control(6, "unmute-assistant")])).toEqual({ seq: 6, isMuted: false });
});
