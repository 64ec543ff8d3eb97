import type { Chat, WebChatEvent } from "@callwright/contract";
import { expect, test } from "vitest";
import { agentsOf, type ChatPlace, createPlayground, NOTHING_SAID, resumedState } from "./playground.ts";

const delta = (text: string, id = "chat-1"): WebChatEvent => ({
  id,
  sessionId: "session-1",
  path: "chat.output[0].content",
  delta: text,
});

const said = (text: string) => [{ type: "assistant", text }];

function answering(...events: WebChatEvent[]) {
  const places: ChatPlace[] = [];
  const playground = createPlayground({
    initial: NOTHING_SAID,
    ask: async function* (place) {
      places.push(place);
      yield* events;
    },
  });
  return { playground, places };
}

test("words are put together, and the conversation goes on in its session", async () => {
  const { playground, places } = answering(delta("We are "), delta("open."));
  await playground.send("Open?", { assistantId: "assistant-1" });
  await playground.send("And now?", { assistantId: "assistant-1" });
  expect(playground.state().turns[0]).toEqual({
    chatId: "chat-1",
    question: "Open?",
    rows: said("We are open."),
    state: "answered",
  });
  expect(places).toEqual([{ assistantId: "assistant-1" }, { sessionId: "session-1" }]);
});

test("a tool call stands between the words before and after it, with its answer", async () => {
  const ids = { id: "chat-1", sessionId: "session-1" };
  const tool_call = { id: "1", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } };
  const tool_result = { tool_call_id: "1", content: "Rain", failed: false, durationMs: 12 };
  const { playground } = answering(delta("One moment."), { ...ids, tool_call }, { ...ids, tool_result }, delta(" It rains."));
  await playground.send("Weather?", { assistantId: "assistant-1" });
  const call = { id: "1", name: "weather", arguments: { city: "Paris" } };
  expect(playground.state()).toMatchObject({ isOver: false, turns: [{ state: "answered" }] });
  expect(playground.state().turns[0]?.rows).toEqual([
    ...said("One moment."),
    { type: "tool", step: 0, call, answer: { result: "Rain", failed: false, durationMs: 12 } },
    ...said("It rains."),
  ]);
});

test("each agent of a team says its own words, and the agents of a turn that is taken back are gone", async () => {
  const started = (name: string) =>
    ({ id: "chat-1", sessionId: "session-1", agent: { kind: "assistant", name, variables: {} } }) as WebChatEvent;
  const { playground } = answering(started("Front"), delta("One "), delta("moment."), started("Billing"), delta("Hi."));
  await playground.send("My invoice", { squadId: "squad-1", startAt: "Front" });
  await playground.send("And now?", undefined);
  const { turns } = playground.state();
  expect(turns[0]?.rows).toEqual([
    { type: "assistant", text: "One moment.", speaker: "Front" },
    { type: "assistant", text: "Hi.", speaker: "Billing" },
  ]);
  expect(agentsOf(turns).map(({ name }) => name)).toEqual(["Front", "Billing", "Front", "Billing"]);
  playground.rewind(1);
  expect(agentsOf(playground.state().turns)).toHaveLength(2);
});

test("a stopped answer keeps what was said, and takes nothing that comes late", async () => {
  let ended: AbortSignal | undefined;
  const playground = createPlayground({
    initial: NOTHING_SAID,
    ask: async function* (_place, _question, signal) {
      ended = signal;
      yield delta("We ");
      playground.stop();
      yield delta("are open.");
    },
  });
  await playground.send("Open?", { assistantId: "assistant-1" });
  expect(ended?.aborted).toBe(true);
  expect(playground.state().turns).toMatchObject([{ rows: said("We "), state: "stopped" }]);
});

test("a failure is told, of the model as of the request", async () => {
  const error = { message: "The model is away.", error: "Bad Gateway", statusCode: 502 };
  const { playground } = answering(delta("We "), { id: "chat-1", sessionId: "session-1", error } as WebChatEvent);
  await playground.send("Open?", { assistantId: "assistant-1" });
  expect(playground.state().turns).toMatchObject([{ rows: said("We "), state: "failed", reason: "The model is away." }]);
});

test("a turn that is taken back is asked again after the chat before it", async () => {
  const { playground, places } = answering(delta("Yes."));
  await playground.send("one", { assistantId: "assistant-1" });
  await playground.send("two", { assistantId: "assistant-1" });
  playground.rewind(1);
  await playground.send("three", { assistantId: "assistant-1" });
  playground.rewind(0);
  await playground.send("four", { assistantId: "assistant-1" });
  expect(places.slice(2)).toEqual([{ previousChatId: "chat-1" }, { assistantId: "assistant-1" }]);
});

test("an ended session takes no more", async () => {
  const { playground } = answering({ id: "chat-1", sessionId: "session-1", sessionStatus: "completed" });
  await playground.send("Bye", { assistantId: "assistant-1" });
  expect(playground.state().isOver).toBe(true);
});

test("a session is read back in the order it was spoken", () => {
  const chat = (id: string, createdAt: string, fields: Partial<Chat> = {}) =>
    ({
      id,
      createdAt,
      updatedAt: createdAt,
      orgId: "org",
      input: `question ${id}`,
      output: [{ role: "assistant", content: id }],
      ...fields,
    }) as Chat;
  const state = resumedState("session-1", [chat("b", "2026-01-02"), chat("a", "2026-01-01", { status: "incomplete" })], false);
  expect(state.turns).toEqual([
    { chatId: "a", question: "question a", rows: said("a"), state: "stopped" },
    { chatId: "b", question: "question b", rows: said("b"), state: "answered" },
  ]);
});
