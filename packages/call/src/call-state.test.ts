import { describe, expect, it } from "vitest";
import { type CallState, type CallStateEvent, nextCallState } from "./call-state.ts";

const walk = (events: CallStateEvent[]) =>
  events.reduce<CallState | undefined>((state, event) => state && nextCallState(state, event), "idle");

describe("nextCallState", () => {
  it.each<[CallStateEvent[], CallState]>([
    [["start"], "creating"],
    [["start", "created", "joined", "listening"], "connected"],
    [["start", "created", "listening"], "connected"],
    [["start", "leave", "cleaned"], "ended"],
    [["start", "created", "joined", "leave", "cleaned", "start"], "creating"],
    [["start", "leave", "start"], "creating"],
  ])("%j leads to %s", (events, state) => {
    expect(walk(events)).toBe(state);
  });

  it.each<[CallState, CallStateEvent]>([
    ["creating", "start"],
    ["joining", "start"],
    ["joined", "start"],
    ["connected", "start"],
    ["idle", "leave"],
    ["ended", "leave"],
    ["ending", "leave"],
    ["connected", "joined"],
    ["creating", "listening"],
    ["creating", "cleaned"],
  ])("%s refuses %s", (state, event) => {
    expect(nextCallState(state, event)).toBeUndefined();
  });
});
