import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatTarget } from "./chat-client.ts";
import { ChatSession } from "./chat-session.ts";
import type { WidgetMessage } from "./history.ts";

/** A session, and a server that answers each message with the next of these. */

const TARGET: ChatTarget = {
  apiUrl: "https://api.test",
  publicKey: "key",
  assistantId: "assistant-1",
  assistant: undefined,
  squadId: undefined,
  workflowId: undefined,
  assistantOverrides: undefined,
};

type Answer = "words" | { status: number; code: string };

function sessionAt(answers: Answer[]) {
  const sessionIds: (string | undefined)[] = [];
  const session = new ChatSession(async (_input, init) => {
    sessionIds.push(JSON.parse(String(init?.body)).sessionId);
    const answer = answers.shift() ?? "words";
    if (answer !== "words") return Response.json({ code: answer.code, message: "No." }, { status: answer.status });
    const delta = { id: "chat-1", sessionId: "session-1", path: "chat.output[0].content", delta: "Yes." };
    return new Response(`data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  });
  let ids = 0;
  const say = async (text: string): Promise<string> => {
    ids += 1;
    const message: WidgetMessage = {
      id: `m${ids}`,
      role: "user",
      text,
      via: "chat",
      isTyped: true,
      isComplete: true,
      isInterrupted: false,
      partial: "",
      problem: undefined,
    };
    let words = "";
    await session.say(TARGET, [message], {
      onSession: () => undefined,
      onWords: (more) => {
        words += more;
      },
      onSessionCompleted: () => undefined,
    });
    return words;
  };
  return { session, sessionIds, say };
}

const BUSY: Answer = { status: 409, code: "session-busy" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a session that still answers another message is asked again, and stays the same", async () => {
  const { sessionIds, say } = sessionAt(["words", BUSY, BUSY, "words"]);
  await say("Hello?");
  const words = say("Do you deliver?");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await words).toBe("Yes.");
  expect(sessionIds).toEqual([undefined, "session-1", "session-1", "session-1"]);
});

test("one that stays busy is told as it is, and kept", async () => {
  const { session, say } = sessionAt(["words", BUSY, BUSY, BUSY]);
  await say("Hello?");
  const refused = expect(say("Do you deliver?")).rejects.toMatchObject({ code: "session-busy" });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(session.sessionId).toBe("session-1");
});

test("a chat that is ended meanwhile waits no longer", async () => {
  const { session, sessionIds, say } = sessionAt(["words", BUSY]);
  await say("Hello?");
  const words = say("Do you deliver?");
  await vi.advanceTimersByTimeAsync(10);
  session.forget();
  expect(await words).toBe("");
  // The wait has ended: no request is repeated.
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(sessionIds).toHaveLength(2);
});

test.each(["session-over", "not-found"])("%s: another session goes on", async (code) => {
  const { sessionIds, say } = sessionAt(["words", { status: 409, code }, "words"]);
  await say("Hello?");
  expect(await say("Do you deliver?")).toBe("Yes.");
  expect(sessionIds).toEqual([undefined, "session-1", undefined]);
});
