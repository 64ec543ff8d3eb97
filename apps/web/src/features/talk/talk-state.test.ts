import { describe, expect, it } from "vitest";
import { clockTime } from "./clock-time.ts";
import { INITIAL_TALK, reduceTalk, type TalkAction } from "./talk-state.ts";

const moved = (to: Extract<TalkAction, { type: "moved" }>["to"], nowMs = 0, callId?: string): TalkAction => ({
  type: "moved",
  to,
  nowMs,
  callId,
});
const after = (...actions: TalkAction[]) => actions.reduce(reduceTalk, INITIAL_TALK);
const problem = { name: "Error", code: "at-capacity", message: "All call slots are in use." };

describe("reduceTalk", () => {
  it("goes from connecting to ended, with the call's id and its two times", () => {
    const actions = [moved("creating"), moved("joining", 1, "c"), moved("joined", 2, "c"), moved("connected", 3, "c")];
    expect(after(...actions)).toMatchObject({ phase: "in-call", callId: "c", startedAtMs: 3, endedAtMs: undefined });
    expect(after(...actions, moved("ending", 9, "c"), moved("ended", 10))).toMatchObject({
      phase: "ended",
      callId: "c",
      startedAtMs: 3,
      endedAtMs: 9,
    });
  });

  it("stays failed while a failed start is cleaned up", () => {
    const failed = after(moved("creating"), { type: "not-started", problem }, moved("ending", 5), moved("ended", 6));
    expect(failed).toMatchObject({ phase: "failed", problem });
  });

  it("forgets that the sound was held back once it plays, and nothing else", () => {
    const blocked = { ...problem, code: "sound-blocked" };
    expect(after({ type: "problem", problem: blocked }, { type: "audible" }).problem).toBeUndefined();
    expect(after({ type: "problem", problem }, { type: "audible" }).problem).toEqual(problem);
  });

  it("starts over from nothing", () => {
    expect(after(moved("connected", 3, "c"), { type: "problem", problem }, { type: "restarted" })).toEqual(INITIAL_TALK);
  });

  it("is not interrupted any more once it is over", () => {
    const interrupted = after(moved("connected"), { type: "connection", isInterrupted: true });
    expect(interrupted.isConnectionInterrupted).toBe(true);
    expect(reduceTalk(interrupted, moved("ending")).isConnectionInterrupted).toBe(false);
  });
});

it("tells times as a clock does", () => {
  expect([-5, 0, 6_999, 760_000, 3_725_000].map(clockTime)).toEqual(["0:00", "0:00", "0:06", "12:40", "1:02:05"]);
});
