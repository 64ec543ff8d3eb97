import { describe, expect, test, vi } from "vitest";
import { conversationInTest, hear } from "../testing/conversation-in-test.ts";
import { messagesOf } from "./history.ts";

/** A conversation of one widget, typed and spoken. */

type Set = ReturnType<typeof conversationInTest>;

const textsOf = ({ conversation }: Set) => messagesOf(conversation.history).map(({ role, text }) => `${role}: ${text}`);

describe("a chat that is ended while the assistant answers", () => {
  test("leaves no empty answer, and tells none", async () => {
    const set = conversationInTest();
    const answered = set.conversation.write("Do you deliver?");
    await vi.waitFor(() => set.answer);
    set.conversation.endChat();
    expect(await answered).toBe(false);
    expect(textsOf(set)).toEqual(["user: Do you deliver?"]);
    expect(set.toldOf("message").map(({ text }) => text)).toEqual(["Do you deliver?"]);
    expect(set.toldOf("error")).toEqual([]);
  });

  test("keeps the words that came, as an answer that was cut off", async () => {
    const set = conversationInTest();
    const answered = set.conversation.write("Do you deliver?");
    await vi.waitFor(() => set.answer.say("We deliver"));
    await vi.waitFor(() => expect(textsOf(set)).toContain("assistant: We deliver"));
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
    await vi.waitFor(() => set.answer.say("We deliver"));
    await vi.waitFor(() => expect(textsOf(set)).toContain("assistant: We deliver"));
    set.conversation.configure({ ...set.settings, assistantId: "assistant-2" });
    await answered;
    void set.conversation.write("And?");
    await vi.waitFor(() => expect(set.requests).toHaveLength(2));
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
