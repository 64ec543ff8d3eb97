import { EMPTY_TRANSCRIPT, reduceTranscript, type Transcript } from "@callwright/call";
import { describe, expect, test } from "vitest";
import { EMPTY_HISTORY, type HistoryAction, itemsOf, messagesOf, reduceHistory, type VisitHistory } from "./history.ts";

const after = (...actions: HistoryAction[]): VisitHistory => actions.reduce(reduceHistory, EMPTY_HISTORY);
const written = (id: string, text: string): HistoryAction => ({ type: "written", id, role: "user", text });

/** A call in which each side has spoken. */
function said(...lines: [role: "assistant" | "user", text: string][]): Transcript {
  return lines.reduce(
    (transcript, [role, text]) =>
      reduceTranscript(transcript, {
        from: "message",
        message: { type: "transcript", role, transcriptType: "final", transcript: text },
        atMs: 0,
      }),
    EMPTY_TRANSCRIPT,
  );
}

const linesOf = (history: VisitHistory) =>
  itemsOf(history).map((item) => (item.kind === "mark" ? `(${item.mark})` : `${item.message.role}: ${item.message.text}`));

describe("reduceHistory", () => {
  test("keeps one order over chat, call and chat", () => {
    const history = after(
      written("1", "Do you deliver?"),
      { type: "reply-begun", id: "2" },
      { type: "reply-grew", id: "2", text: "We " },
      { type: "reply-grew", id: "2", text: "do." },
      { type: "reply-completed", id: "2", isInterrupted: false },
      { type: "call-begun", id: "3", isMarked: true },
      { type: "call-changed", id: "3", transcript: said(["assistant", "Hello."], ["user", "Hi."]) },
      { type: "marked", id: "4", mark: "call-ended" },
      written("5", "Thanks."),
    );
    expect(linesOf(history)).toEqual([
      "user: Do you deliver?",
      "assistant: We do.",
      "(call-started)",
      "assistant: Hello.",
      "user: Hi.",
      "(call-ended)",
      "user: Thanks.",
    ]);
    expect(messagesOf(history).map(({ via }) => via)).toEqual(["chat", "chat", "call", "call", "chat"]);
    expect(new Set(messagesOf(history).map(({ id }) => id)).size).toBe(5);
  });

  test("an answer has its place before its first word, whatever is written meanwhile", () => {
    const history = after(
      written("1", "First?"),
      { type: "reply-begun", id: "2" },
      written("3", "Second?"),
      { type: "reply-begun", id: "4" },
      { type: "reply-grew", id: "4", text: "Two." },
      { type: "reply-grew", id: "2", text: "One." },
    );
    expect(linesOf(history)).toEqual(["user: First?", "assistant: One.", "user: Second?", "assistant: Two."]);
  });

  test("a message that was not answered says why, until it is sent again", () => {
    const failed = after(
      written("1", "Hello?"),
      { type: "reply-begun", id: "2" },
      { type: "failed", id: "1", replyId: "2", problem: "No." },
    );
    expect(messagesOf(failed)).toMatchObject([{ text: "Hello?", problem: "No." }]);
    expect(messagesOf(reduceHistory(failed, { type: "retried", id: "1" }))).toMatchObject([{ problem: undefined }]);
  });

  test("an answer that broke off keeps its words", () => {
    const history = after(
      written("1", "Hello?"),
      { type: "reply-begun", id: "2" },
      { type: "reply-grew", id: "2", text: "Hel" },
      { type: "failed", id: "1", replyId: "2", problem: "Broke off." },
    );
    expect(messagesOf(history)).toMatchObject([
      { text: "Hello?", problem: undefined },
      { text: "Hel", problem: "Broke off.", isComplete: true },
    ]);
  });

  test("an answer that was called off keeps its words, and leaves nothing before the first", () => {
    const begun: HistoryAction[] = [written("1", "Hello?"), { type: "reply-begun", id: "2" }];
    const off: HistoryAction = { type: "reply-completed", id: "2", isInterrupted: true };
    expect(linesOf(after(...begun, off))).toEqual(["user: Hello?"]);
    expect(messagesOf(after(...begun, { type: "reply-grew", id: "2", text: "Hel" }, off))).toMatchObject([
      { text: "Hello?" },
      { text: "Hel", isComplete: true, isInterrupted: true, problem: undefined },
    ]);
  });

  test("a call that is not there any more leaves nothing", () => {
    const history = after(
      written("1", "Hello?"),
      { type: "call-begun", id: "2", isMarked: true },
      { type: "call-dropped", id: "2" },
    );
    expect(linesOf(history)).toEqual(["user: Hello?"]);
  });

  test("a call that was not joined did not start, and keeps what was typed into it", () => {
    const transcript = reduceTranscript(said(), { from: "typed", text: "Hello?", atMs: 0 });
    const history = after(
      { type: "call-begun", id: "1", isMarked: true },
      { type: "call-changed", id: "1", transcript },
      { type: "call-failed", id: "1" },
    );
    expect(linesOf(history)).toEqual(["user: Hello?"]);
  });

  test("what is typed in a call is told from what is spoken", () => {
    const transcript = reduceTranscript(said(["assistant", "Hello."]), { from: "typed", text: "Where can I park?", atMs: 0 });
    const history = after({ type: "call-begun", id: "1", isMarked: false }, { type: "call-changed", id: "1", transcript });
    expect(messagesOf(history)).toMatchObject([
      { role: "assistant", isTyped: false, via: "call" },
      { role: "user", isTyped: true, via: "call", isComplete: true },
    ]);
  });
});
