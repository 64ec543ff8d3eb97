import type { ServerMessage, ServerTelemetry, Turn } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { EMPTY_TRANSCRIPT, lastWordsOf, reduceTranscript, type Transcript } from "./transcript.ts";

type Line = ServerMessage | { telemetry: ServerTelemetry };

/** Replays a call, one line every 100 ms. */
function replay(lines: Line[]): Transcript {
  return lines.reduce(
    (transcript, line, index) =>
      reduceTranscript(
        transcript,
        "telemetry" in line
          ? { from: "telemetry", message: line.telemetry, atMs: index * 100 }
          : { from: "message", message: line, atMs: index * 100 },
      ),
    EMPTY_TRANSCRIPT,
  );
}

const partial = (role: "assistant" | "user", transcript: string): Line => ({
  type: "transcript",
  role,
  transcriptType: "partial",
  transcript,
});
const final = (role: "assistant" | "user", transcript: string): Line => ({
  type: "transcript",
  role,
  transcriptType: "final",
  transcript,
});
const started = (turn: number): Line => ({ type: "speech-update", status: "started", role: "assistant", turn });
const stopped = (turn: number): Line => ({ type: "speech-update", status: "stopped", role: "assistant", turn });

const linesOf = (transcript: Transcript) => transcript.captions.map(({ role, text, partial }) => [role, text, partial]);

describe("reduceTranscript", () => {
  it("replaces partial words by the final ones", () => {
    const lines = [partial("user", "are you"), partial("user", "are you open"), final("user", "Are you open?")];
    expect(linesOf(replay(lines.slice(0, 2)))).toEqual([["user", "", "are you open"]]);
    expect(linesOf(replay(lines))).toEqual([["user", "Are you open?", ""]]);
  });

  it("keeps apart what was spoken and what the other side says was typed", () => {
    const typed: Line = { type: "transcript", role: "user", transcriptType: "final", transcript: "And parking?", typed: true };
    const transcript = replay([final("user", "Are you open on Saturday?"), typed, final("user", "Thank you.")]);
    expect(linesOf(transcript)).toEqual([
      ["user", "Are you open on Saturday?", ""],
      ["user", "And parking?", ""],
      ["user", "Thank you.", ""],
    ]);
    expect(transcript.unrepeated).toEqual([]);
  });

  it("shows what was typed once, however the other side repeats it, and never mixes it with speech", () => {
    const typed = { from: "typed", text: "Do you deliver?", atMs: 50 } as const;
    const begun = reduceTranscript(replay([final("assistant", "Hello."), partial("user", "are you")]), typed);
    const repeated = [final("user", "Do you deliver?"), final("user", "Are you open?"), final("assistant", "We do.")];
    const after = repeated.reduce((transcript, message) => {
      if ("telemetry" in message) return transcript;
      return reduceTranscript(transcript, { from: "message", message, atMs: 100 });
    }, begun);
    expect(linesOf(after)).toEqual([
      ["assistant", "Hello.", ""],
      ["user", "Are you open?", ""],
      ["user", "Do you deliver?", ""],
      ["assistant", "We do.", ""],
    ]);
    expect(after.captions.map(({ isTyped }) => isTyped)).toEqual([undefined, undefined, true, undefined]);
  });

  it("shows only the words that may still change as partial", () => {
    const transcript = replay([started(0), final("assistant", "Hello."), partial("assistant", "Hello. How can")]);
    expect(linesOf(transcript)).toEqual([["assistant", "Hello.", " How can"]]);
  });

  it("reads a turn sent sentence by sentence like one sent whole", () => {
    const bySentence = replay([started(0), final("assistant", "Hello."), final("assistant", "How can I help?")]);
    const whole = replay([started(0), final("assistant", "Hello."), final("assistant", "Hello. How can I help?")]);
    expect(linesOf(bySentence)).toEqual([["assistant", "Hello. How can I help?", ""]]);
    expect(linesOf(whole)).toEqual(linesOf(bySentence));
  });

  it("keeps turns apart and gives each its milestones", () => {
    const turn: Turn = { index: 1, trigger: "speech", speechEndMs: 100, firstFrameSentMs: 700 };
    const transcript = replay([
      started(0),
      final("assistant", "Hello."),
      stopped(0),
      final("user", "Hi."),
      { telemetry: { type: "speech-started", turn: 1 } },
      partial("assistant", "We are"),
      { telemetry: { type: "turn", turn } },
      { telemetry: { type: "turn", turn: { ...turn, firstAudibleMs: 760 } } },
    ]);
    expect(transcript.captions.map(({ turn }) => turn)).toEqual([0, undefined, 1]);
    expect(transcript.turns[1]?.firstAudibleMs).toBe(760);
  });

  it("keeps of an interrupted turn what was heard, in its own caption", () => {
    const transcript = replay([
      started(1),
      partial("assistant", "We are open from eight until two. Would you like to place an order for Saturday?"),
      partial("user", "no"),
      { type: "user-interrupted" },
      final("assistant", "We are open from eight until two. Would you like to place an order for"),
      final("user", "No, thank you."),
    ]);
    const [spoken] = transcript.captions;
    expect(transcript.captions.map(({ role }) => role)).toEqual(["assistant", "user"]);
    expect(spoken).toMatchObject({ isInterrupted: true, isFinal: true, partial: "" });
    expect(spoken && lastWordsOf(spoken)).toBe("order for");
  });

  it("joins what the caller says in pieces until the assistant answers", () => {
    const transcript = replay([
      final("user", "Twelve custard tarts"),
      final("user", "for Saturday."),
      started(0),
      final("assistant", "Noted."),
      final("user", "Thank you."),
    ]);
    expect(linesOf(transcript)).toEqual([
      ["user", "Twelve custard tarts for Saturday.", ""],
      ["assistant", "Noted.", ""],
      ["user", "Thank you.", ""],
    ]);
  });

  it("begins a caption where the speech began, not where its words arrived", () => {
    const spoke: Line = { type: "speech-update", status: "started", role: "user", turn: 1 };
    const transcript = replay([
      started(0),
      final("assistant", "Hello."),
      spoke,
      partial("user", "hi"),
      final("user", "Hi."),
      final("assistant", "Yes?"),
    ]);
    expect(transcript.captions.map(({ atMs }) => atMs)).toEqual([0, 200]);
  });

  it("works without turns, as at a hosted provider", () => {
    const transcript = replay([final("assistant", "Hello."), final("user", "Hi."), final("assistant", "How can I help?")]);
    expect(transcript.captions.map(({ text }) => text)).toEqual(["Hello.", "Hi.", "How can I help?"]);
  });

  it("settles what was partial when the call ends, and keeps the reason", () => {
    const transcript = replay([
      partial("user", "good by"),
      { type: "status-update", status: "ended", endedReason: "customer-ended-call" },
    ]);
    expect(linesOf(transcript)).toEqual([["user", "good by", ""]]);
    expect(transcript.endedReason).toBe("customer-ended-call");
  });

  it("knows who answers, as soon as that is reported", () => {
    const answers = (name: unknown): Line => ({ type: "assistant.started", newAssistant: { name } });
    expect(replay([final("assistant", "Hello.")]).assistantName).toBeUndefined();
    expect(replay([answers("Riley")]).assistantName).toBe("Riley");
    expect(replay([answers("Riley"), answers("Sam")]).assistantName).toBe("Sam");
    expect(replay([answers("Riley"), answers(undefined)]).assistantName).toBeUndefined();
  });

  it("knows the transcriber, whether the call is recorded, and what failed", () => {
    const transcript = replay([
      { telemetry: { type: "session", hearing: "browser", recording: true, waitsForCallerMs: 10_000 } },
      { telemetry: { type: "failure", part: "model", message: "The model did not answer." } },
    ]);
    expect(transcript).toMatchObject({
      hearing: "browser",
      isRecorded: true,
      failures: [{ part: "model", message: "The model did not answer." }],
    });
  });

  it("passes over messages it does not know", () => {
    expect(replay([{ type: "hang" }, { type: "tool-calls" } as unknown as ServerMessage])).toEqual(EMPTY_TRANSCRIPT);
  });
});
