import { type ErrorBody, PlatformError, ResponseEvent, WebChatEvent } from "@callwright/contract";
import { expect, test } from "vitest";
import { type EventStream, eventStreamBody } from "../../platform/http/event-stream.ts";
import type { AcceptedChat } from "./chat-service.ts";
import { responseStream } from "./response-object.ts";
import { readEvents } from "./testing/chat-client.ts";
import { webChatStream } from "./web-chat.ts";

/** A chat that streams a part of its answer, and then cannot be stored. */
const failing: AcceptedChat = {
  id: "11111111-1111-4111-8111-111111111111",
  sessionId: "22222222-2222-4222-8222-222222222222",
  createdAt: new Date("2026-01-01T00:00:00.700Z"),
  isPrivate: false,
  answer({ onText } = {}) {
    onText?.("Hel");
    return Promise.reject(new PlatformError("database-unavailable"));
  },
};
const ERROR: ErrorBody = { message: "The database cannot be reached.", statusCode: 503, code: "database-unavailable" };

async function read(stream: EventStream) {
  return readEvents(await new Response(eventStreamBody(stream, () => ERROR)).text());
}

test("a web chat reports a failure after its first byte in a line with the error body, and still ends", async () => {
  const events = await read(webChatStream(failing, { isPrivate: false }));
  expect(events.map(({ data }) => (data === "[DONE]" ? data : WebChatEvent.parse(JSON.parse(data))))).toEqual([
    { id: failing.id, sessionId: failing.sessionId, path: "chat.output[0].content", delta: "Hel" },
    { id: failing.id, sessionId: failing.sessionId, error: ERROR },
    "[DONE]",
  ]);
});

test("a response reports it in an error event, numbered like the others", async () => {
  const events = await read(responseStream(failing, { model: undefined, previousChatId: undefined }));
  const last = events.at(-1);
  expect(last?.event).toBe("error");
  expect(ResponseEvent.parse(JSON.parse(last?.data ?? ""))).toEqual({
    type: "error",
    sequence_number: events.length - 1,
    code: "database-unavailable",
    message: "The database cannot be reached.",
    param: null,
  });
});
