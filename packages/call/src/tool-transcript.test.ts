import type { ServerMessage, ServerTelemetry } from "@callwright/contract";
import { expect, it } from "vitest";
import { EMPTY_TRANSCRIPT, reduceTranscript, type Transcript } from "./transcript.ts";

const replay = (inputs: ({ message: ServerMessage } | { telemetry: ServerTelemetry })[]) =>
  inputs.reduce<Transcript>(
    (transcript, input) =>
      reduceTranscript(
        transcript,
        "message" in input
          ? { from: "message", message: input.message, atMs: 0 }
          : { from: "telemetry", message: input.telemetry, atMs: 0 },
      ),
    EMPTY_TRANSCRIPT,
  );

const asked = { message: { type: "transcript", role: "user", transcriptType: "final", transcript: "Book it." } } as const;
const call = { id: "1", name: "book", arguments: { day: "Monday" } };
const toolCall = { id: "1", type: "function", function: { name: "book", arguments: '{"day":"Monday"}' } };
const called: { message: ServerMessage } = {
  message: { type: "tool-calls", toolCallList: [toolCall], toolWithToolCallList: [] },
};
const run = (answer: { result: string; failed: boolean; durationMs: number } | null) => ({
  telemetry: { type: "tool-run", run: { ...call, answer }, turn: 0 } as const,
});

it("shows the tools of a Callwright room once, though it also sends messages, in the order of the calls", () => {
  const session = {
    telemetry: { type: "session", hearing: "text", recording: false, waitsForCallerMs: 0 },
  } as const;
  const answer = { result: "Table 7", failed: false, durationMs: 20 };
  const first = replay([session, asked, run(null), called]);
  expect(first.tools).toEqual([{ ...call, answer: null, after: 1 }]);
  expect(replay([session, asked, run(null), called, run(answer), run(null)]).tools).toEqual([
    { ...call, answer, after: 1 },
    { ...call, answer: null, after: 1 },
  ]);
});

it("shows the tools of another room by its messages", () => {
  const failed = { type: "tool-calls-result", toolCallResult: { toolCallId: "1", name: "book", error: "Full." } } as const;
  expect(replay([asked, called, { message: failed }]).tools).toEqual([
    { ...call, answer: { result: "Full.", failed: true }, after: 1 },
  ]);
});
