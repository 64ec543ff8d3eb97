import { describe, expect, test, vi } from "vitest";
import { conversationInTest, hear } from "../testing/conversation-in-test.ts";
import { messagesOf } from "./history.ts";

/** Simulates a busy machine. */
const BUSY = { timeout: 30_000, interval: 5 };

/** A conversation of one widget, typed and spoken. */

type Set = ReturnType<typeof conversationInTest>;

const textsOf = ({ conversation }: Set) => messagesOf(conversation.history).map(({ role, text }) => `${role}: ${text}`);

describe("a chat that is ended while the assistant answers", () => {
  test("leaves no empty answer, and tells none", async () => {
    const set = conversationInTest();
    const answered = set.conversation.write("Do you deliver?");
    await vi.waitFor(() => set.answer, BUSY);
    set.conversation.endChat();
    expect(await answered).toBe(false);
    expect(textsOf(set)).toEqual(["user: Do you deliver?"]);
    expect(set.toldOf("message").map(({ text }) => text)).toEqual(["Do you deliver?"]);
    expect(set.toldOf("error")).toEqual([]);
  });

  test("keeps the words that came, as an answer that was cut off", async () => {
    const set = conversationInTest();
    const answered = set.conversation.write("Do you deliver?");
    await vi.waitFor(() => set.answer.say("We deliver"), BUSY);
    await vi.waitFor(() => expect(textsOf(set)).toContain("assistant: We deliver"), BUSY);
    set.conversation.endChat();
    await answered;
    expect(set.toldOf("message")).toMatchObject([
      { text: "Do you deliver?", isInterrupted: false },
      { text: "We deliver", isInterrupted: true },
    ]);
  });

  test("a chat that begins after it is told the words that were cut off", async () => {
    const set = conversationInTest();
    const answered = set.conversation.write("Do you deliver?");
    await vi.waitFor(() => set.answer.say("We deliver"), BUSY);
    await vi.waitFor(() => expect(textsOf(set)).toContain("assistant: We deliver"), BUSY);
    set.conversation.configure({ ...set.settings, assistantId: "assistant-2" });
    await answered;
    void set.conversation.write("And?");
    await vi.waitFor(() => expect(set.requests).toHaveLength(2), BUSY);
    expect(set.requests.at(-1)?.input).toEqual([
      { role: "user", content: "Do you deliver?" },
      { role: "assistant", content: "We deliver" },
      { role: "user", content: "And?" },
    ]);
  });
});

test("what is cleared during a call stays away, and what is said after it is shown", async () => {
  const set = conversationInTest();
  await set.conversation.startCall();
  hear(set.call, "assistant", "Hello.");
  hear(set.call, "user", "Do you deliver?");
  set.conversation.clear();
  expect(textsOf(set)).toEqual([]);
  hear(set.call, "assistant", "We do.");
  expect(textsOf(set)).toEqual(["assistant: We do."]);
  await set.conversation.endCall();
  expect(textsOf(set)).toEqual(["assistant: We do."]);
  expect(set.toldOf("message").map(({ text }) => text)).toEqual(["Hello.", "Do you deliver?", "We do."]);
  await set.conversation.startCall();
  hear(set.call, "assistant", "Hello again.");
  expect(textsOf(set)).toEqual(["assistant: We do.", "assistant: Hello again."]);
});

describe("a call that follows at once on another", () => {
  test("begins when nothing is left of the one before, whose end is told as its own", async () => {
    const set = conversationInTest();
    await set.conversation.startCall();
    const [first] = set.calls;
    first?.environment.room.events.onAppMessage("listening");
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    if (first) first.environment.room.leave = () => left;
    void set.conversation.endCall();
    const isJoined = set.conversation.startCall();
    expect(set.calls).toHaveLength(1);
    leave();
    expect(await isJoined).toBe(true);
    set.call.environment.room.events.onAppMessage("listening");
    expect(set.conversation.state.phase).toBe("listening");
    expect(set.toldOf("call-end")).toMatchObject([{ callId: "call-1", endedReason: "customer-ended-call" }]);
    const marks = set.conversation.history.flatMap((piece) => (piece.kind === "mark" ? [piece.mark] : []));
    expect(marks).toEqual(["call-started", "call-ended", "call-started"]);
  });

  test("does not begin when it is called off meanwhile", async () => {
    const set = conversationInTest();
    await set.conversation.startCall();
    void set.conversation.endCall();
    const isJoined = set.conversation.startCall();
    await set.conversation.endCall();
    expect(await isJoined).toBe(false);
    expect(set.calls).toHaveLength(1);
    expect(set.conversation.state.phase).toBe("ended");
  });
});

test("another assistant begins another chat, the same one set again does not", async () => {
  const assistant = (name: string) => ({ name, firstMessage: "Hello." });
  const set = conversationInTest({ assistantId: undefined, assistant: assistant("Riley") });
  const answered = set.conversation.write("Hello?");
  await vi.waitFor(() => set.answer.say("Hello."), BUSY);
  set.answer.complete();
  expect(await answered).toBe(true);
  set.conversation.configure({ ...set.settings, assistant: assistant("Riley") });
  expect(set.conversation.state.sessionId).toBe("session-1");
  set.conversation.configure({ ...set.settings, assistant: assistant("Sam") });
  expect(set.conversation.state.sessionId).toBeUndefined();
});

test("a squad is written to and called in place of an assistant", async () => {
  const set = conversationInTest({ assistantId: undefined, squadId: "squad-1" });
  const answered = set.conversation.write("Hello?");
  await vi.waitFor(() => set.answer.complete(), BUSY);
  await answered;
  expect(set.requests).toMatchObject([{ squadId: "squad-1", input: expect.anything() }]);
  expect(set.requests[0]).not.toHaveProperty("assistantId");
  await set.conversation.startCall();
  expect(set.calls[0]?.environment.requests).toMatchObject([{ body: { squadId: "squad-1" } }]);
});

test("what is written after the end of the chat is refused, and why is told", async () => {
  const set = conversationInTest();
  set.conversation.endChat();
  expect(await set.conversation.write("Hello?")).toBe(false);
  expect(set.toldOf("error")).toMatchObject([{ source: "chat", code: "chat-ended" }]);
});
