import { describe, expect, it } from "vitest";
import { type CallChange, NO_CALL, reduceCall } from "./call-snapshot.ts";

const moved = (to: Extract<CallChange, { type: "moved" }>["to"], nowMs = 0, callId?: string): CallChange => ({
  type: "moved",
  to,
  nowMs,
  callId,
});
const after = (...changes: CallChange[]) => changes.reduce(reduceCall, NO_CALL);
const problem = { name: "Error", code: "at-capacity", message: "All call slots are in use." };

describe("reduceCall", () => {
  it("goes from connecting to ended, with the call's id and its two times", () => {
    const changes = [moved("creating"), moved("joining", 1, "c"), moved("joined", 2, "c"), moved("connected", 3, "c")];
    expect(after({ type: "starting" }, ...changes)).toMatchObject({
      phase: "in-call",
      callId: "c",
      startedAtMs: 3,
      endedAtMs: undefined,
    });
    expect(after(...changes, moved("ending", 9, "c"), moved("ended", 10))).toMatchObject({
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

  it("stays the same object on a message that a page does not show", () => {
    const snapshot = after(moved("connected", 3, "c"));
    const message = { type: "model-output", output: "Hello" } as const;
    expect(reduceCall(snapshot, { type: "said", input: { from: "message", message, atMs: 5 } })).toBe(snapshot);
  });

  it("starts over from nothing", () => {
    expect(
      after(moved("connected", 3, "c"), { type: "problem", problem }, { type: "muted", isMuted: true }, { type: "starting" }),
    ).toEqual({ ...NO_CALL, phase: "connecting" });
  });

  it("is not interrupted any more once it is over", () => {
    const interrupted = after(moved("connected"), { type: "connection", isInterrupted: true });
    expect(interrupted.isConnectionInterrupted).toBe(true);
    expect(reduceCall(interrupted, moved("ending")).isConnectionInterrupted).toBe(false);
  });
});
