import type { ErrorBody, MessageToolCall, ResponseFunctionCall, ResponseMessage, ResponseObject } from "@callwright/contract";
import { EventStream, type ServerSentEvent } from "../../platform/http/event-stream.ts";
import type { AcceptedChat, FinishedChat } from "./chat-service.ts";

/** The request fields that a response repeats. */
export interface ResponseRequest {
  model: string | undefined;
  previousChatId: string | undefined;
}

/** Clients expect a name; visitors may not learn the assistant's model. */
const MODEL_NAME = "assistant";
const MODEL_FAILED = { code: "server_error", message: "The assistant's model failed. Its failure message is the answer." };

/** The response of `POST /chat/web/responses`. Without `finished`, a response that has just begun. */
export function toResponse(
  { id, sessionId, createdAt }: AcceptedChat,
  { model, previousChatId }: ResponseRequest,
  finished?: FinishedChat,
): ResponseObject {
  return {
    id,
    object: "response",
    created_at: Math.floor(createdAt.getTime() / 1000),
    status: finished?.status ?? "in_progress",
    error: finished?.failure ? MODEL_FAILED : null,
    incomplete_details: finished?.status === "incomplete" ? { reason: "max_output_tokens" } : null,
    output: finished ? toOutput(id, finished) : [],
    sessionId,
    sessionStatus: finished?.sessionStatus ?? "active",
    model: model ?? MODEL_NAME,
    previous_response_id: previousChatId ?? null,
    // Fields that the response's type requires and an assistant does not use.
    instructions: null,
    metadata: {},
    temperature: null,
    top_p: null,
    tools: [],
    tool_choice: "auto",
    parallel_tool_calls: false,
  };
}

/** Only the tool calls that the client is to answer: its library would run any others as well. */
function toOutput(chatId: string, { text, status, openCalls }: FinishedChat): ResponseObject["output"] {
  return [...(text === "" ? [] : [toMessage(chatId, text, status)]), ...openCalls.map(toFunctionCall)];
}

function toFunctionCall({ id, function: { name, arguments: given } }: MessageToolCall): ResponseFunctionCall {
  const json = typeof given === "string" ? given : JSON.stringify(given);
  return { id: `fc_${id}`, type: "function_call", call_id: id, name, arguments: json, status: "completed" };
}

function toMessage(chatId: string, text: string, status: FinishedChat["status"]): ResponseMessage {
  return {
    id: `msg_${chatId}`,
    type: "message",
    role: "assistant",
    status: status === "incomplete" ? "incomplete" : "completed",
    content: [toPart(text)],
  };
}

function toPart(text: string): ResponseMessage["content"][number] {
  return { type: "output_text", text, annotations: [] };
}

/** The same as a stream of named events, in the order in which the OpenAI Responses API sends them. */
export function responseStream(chat: AcceptedChat, request: ResponseRequest): EventStream {
  const events = createEvents(chat, request);
  return new EventStream(
    async (send) => {
      const sendAll = (list: ServerSentEvent[]) => list.forEach(send);
      sendAll(events.begin());
      const finished = await chat.answer({ onText: (text) => sendAll(events.say(text)) });
      sendAll(events.end(finished));
      const few = createEvents(chat, request);
      return [...few.begin(), ...(finished.text === "" ? [] : few.say(finished.text)), ...few.end(finished)];
    },
    (error) => [events.fail(error)],
  );
}

/**
 * The events of one response.
 *
 * ```
 *   begin ─▶ say* ─▶ end      begin ─▶ say* ─▶ fail
 * ```
 */
function createEvents(chat: AcceptedChat, request: ResponseRequest) {
  const itemId = `msg_${chat.id}`;
  const inItem = { output_index: 0 };
  const inPart = { item_id: itemId, ...inItem, content_index: 0 };
  let sequence = 0;
  let isSaying = false;
  const event = (type: string, fields: Record<string, unknown>): ServerSentEvent => ({
    event: type,
    data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
  });

  const called = (item: ResponseFunctionCall, index: number) => {
    const place = { item_id: item.id, output_index: index };
    return [
      event("response.output_item.added", { output_index: index, item: { ...item, status: "in_progress", arguments: "" } }),
      event("response.function_call_arguments.delta", { ...place, delta: item.arguments }),
      event("response.function_call_arguments.done", { ...place, name: item.name, arguments: item.arguments }),
      event("response.output_item.done", { output_index: index, item }),
    ];
  };

  return {
    begin(): ServerSentEvent[] {
      const response = toResponse(chat, request);
      return [event("response.created", { response }), event("response.in_progress", { response })];
    },

    say(text: string): ServerSentEvent[] {
      const delta = () => event("response.output_text.delta", { ...inPart, delta: text, logprobs: [] });
      if (isSaying) return [delta()];
      isSaying = true;
      const item = { id: itemId, type: "message", role: "assistant", status: "in_progress", content: [] };
      return [
        event("response.output_item.added", { ...inItem, item }),
        event("response.content_part.added", { ...inPart, part: toPart("") }),
        delta(),
      ];
    },

    end(finished: FinishedChat): ServerSentEvent[] {
      const { text, status, openCalls } = finished;
      const said = () => [
        event("response.output_text.done", { ...inPart, text, logprobs: [] }),
        event("response.content_part.done", { ...inPart, part: toPart(text) }),
        event("response.output_item.done", { ...inItem, item: toMessage(chat.id, text, status) }),
      ];
      const calls = openCalls.flatMap((call, index) => called(toFunctionCall(call), isSaying ? index + 1 : index));
      return [
        ...(isSaying ? said() : []),
        ...calls,
        event(`response.${status}`, { response: toResponse(chat, request, finished) }),
      ];
    },

    fail({ code, message }: ErrorBody): ServerSentEvent {
      return event("error", { code: code ?? null, message: [message].flat().join("; "), param: null });
    },
  };
}
