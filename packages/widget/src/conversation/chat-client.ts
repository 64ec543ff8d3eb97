import { CallFailure, refusalOf } from "@callwright/call";
import {
  CHAT_ENDING_INPUT,
  CHAT_OUTPUT_PATH,
  CHAT_STREAM_END,
  type CreateWebChat,
  type WebChatEvent,
} from "@callwright/contract";
import { EventSourceParserStream } from "eventsource-parser/stream";

/** The server and the agent of a chat. */
export interface ChatTarget {
  apiUrl: string;
  publicKey: string;
  /** One of these is set: the id of an assistant, an inline assistant, or the id of a squad or workflow. */
  assistantId: string | undefined;
  assistant: CreateWebChat["assistant"];
  squadId: string | undefined;
  workflowId: string | undefined;
  assistantOverrides: CreateWebChat["assistantOverrides"];
}

export interface ChatTurn {
  target: ChatTarget;
  /** Absent: a new session. */
  sessionId: string | undefined;
  input: CreateWebChat["input"];
  signal: AbortSignal;
  fetch: typeof fetch;
}

/** A part of a reply as it streams in. */
export type ChatProgress =
  | { type: "session"; sessionId: string }
  | { type: "delta"; text: string }
  /** The assistant ended the session. */
  | { type: "session-completed" };

type ChatBody = Partial<CreateWebChat> & Pick<CreateWebChat, "input">;

/** Sends a message and streams the reply. Throws a `CallFailure` with the API's code and message, or `server-unreachable`. */
export async function* chat({ target, sessionId, input, signal, fetch }: ChatTurn): AsyncGenerator<ChatProgress> {
  const response = await post(fetch, target, { ...whom(target, sessionId), input, stream: true }, signal);
  if (!response.body || !response.headers.get("content-type")?.includes("text/event-stream"))
    throw new CallFailure("server-refused", "The server did not return a stream.");
  let isFinished = false;
  let known = sessionId;
  for await (const data of serverEvents(response.body, signal)) {
    if (data === CHAT_STREAM_END) {
      isFinished = true;
      continue;
    }
    const event: WebChatEvent = JSON.parse(data);
    if (event.sessionId && event.sessionId !== known) {
      known = event.sessionId;
      yield { type: "session", sessionId: known };
    }
    yield* progressOf(event);
  }
  if (!isFinished && !signal.aborted) throw new CallFailure("connection-lost", "The reply was cut off. Try again.");
}

/** Tells the server that the visitor ended the chat. Not awaited, and finishes even if the page closes. */
export async function endChat(target: ChatTarget, sessionId: string, fetch: typeof globalThis.fetch): Promise<void> {
  const body = { ...whom(target, sessionId), input: CHAT_ENDING_INPUT, sessionEnd: true };
  await post(fetch, target, body, undefined, true);
}

/** A session keeps its agent. */
function whom(target: ChatTarget, sessionId: string | undefined): Partial<CreateWebChat> {
  if (sessionId) return { sessionId };
  const { assistantId, assistant, squadId, workflowId, assistantOverrides } = target;
  return { ...(assistantId ? { assistantId } : { assistant }), squadId, workflowId, assistantOverrides };
}

async function post(
  fetch: typeof globalThis.fetch,
  { apiUrl, publicKey }: ChatTarget,
  body: ChatBody,
  signal?: AbortSignal,
  keepalive = false,
): Promise<Response> {
  const response = await fetch(`${apiUrl}/chat/web`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${publicKey}`, "x-client-id": "callwright-widget" },
    body: JSON.stringify(body),
    keepalive,
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    throw new CallFailure("server-unreachable", "The server cannot be reached. Check the network and try again.", { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The `data` of each event. Ends when the stream does. */
async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new CallFailure("connection-lost", "The reply was cut off. Try again.", { cause });
      });
      if (done || signal.aborted) return;
      yield value.data;
    }
  } finally {
    reader.releaseLock();
  }
}

function* progressOf(event: WebChatEvent): Generator<ChatProgress> {
  if ("error" in event && event.error) {
    const { message, code = "server-refused" } = event.error as { message: string | string[]; code?: string };
    throw new CallFailure(code, Array.isArray(message) ? message.join(" ") : message);
  }
  if ("sessionStatus" in event && event.sessionStatus === "completed") yield { type: "session-completed" };
  if ("delta" in event && event.path === CHAT_OUTPUT_PATH) yield { type: "delta", text: String(event.delta) };
}
