import {
  type AgentStarted,
  CHAT_OUTPUT_PATH,
  CHAT_STREAM_END,
  type ErrorBody,
  type MessageToolCall,
  toMessageToolCall,
  type WebChat,
  type WebChatEvent,
} from "@callwright/contract";
import type { ModelUsage, ToolHappening } from "@callwright/engine/conversation";
import { EventStream, type ServerSentEvent } from "../../platform/http/event-stream.ts";
import type { AcceptedChat, FinishedChat } from "./chat-service.ts";

type Ids = Pick<AcceptedChat, "id" | "sessionId">;

/** The answer of `POST /chat/web`. Of tools a visitor learns only the calls that the page is to answer. */
export function toWebChat({ id, sessionId }: Ids, { text, openCalls, sessionStatus }: FinishedChat): WebChat {
  const output = text === "" && openCalls.length === 0 ? [] : [toOutput(text, openCalls)];
  return { id, sessionId, sessionStatus, output };
}

function toOutput(text: string, calls: MessageToolCall[]): WebChat["output"][number] {
  return { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls.map(inText) }) };
}

/** A tool call with its arguments as JSON text, as in the contract. */
function inText({ id, type, function: { name, arguments: given } }: MessageToolCall) {
  return { id, type, function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) } };
}

const END: ServerSentEvent = { data: CHAT_STREAM_END };

/**
 * The reply as a stream: a line for each piece of text, a line if the session ends, and `[DONE]`. With `isPrivate`, each tool call, each
 * answer and the usage of each request to the model is a line too.
 */
export function webChatStream(chat: AcceptedChat, { isPrivate }: { isPrivate: boolean }): EventStream {
  const { id, sessionId } = chat;
  const line = (event: WebChatEvent): ServerSentEvent => ({ data: JSON.stringify(event) });
  const delta = (text: string) => line({ id, sessionId, path: CHAT_OUTPUT_PATH, delta: text });
  const toolLine = (happening: ToolHappening): ServerSentEvent => {
    if (happening.type === "tool-called") return line({ id, sessionId, tool_call: inText(toMessageToolCall(happening.call)) });
    const { call, result, failed, durationMs } = happening;
    return line({ id, sessionId, tool_result: { tool_call_id: call.id, content: result, failed, durationMs } });
  };
  return new EventStream(
    async (send) => {
      const others: ServerSentEvent[] = [];
      const sendOther = (event: ServerSentEvent) => {
        others.push(event);
        send(event);
      };
      const onTool = (happening: ToolHappening) => sendOther(toolLine(happening));
      const onAgent = (agent: AgentStarted) => sendOther(line({ id, sessionId, agent }));
      const onUsage = ({ inputTokens, cachedTokens, outputTokens, firstTokenMs }: ModelUsage) =>
        sendOther(line({ id, sessionId, usage: { inputTokens, cachedTokens, outputTokens, firstTokenMs } }));
      const onText = (piece: string) => send(delta(piece));
      const { text, openCalls, sessionStatus } = await chat.answer({ onText, ...(isPrivate && { onTool, onAgent, onUsage }) });
      const open = isPrivate ? [] : openCalls.map((call) => line({ id, sessionId, tool_call: inText(call) }));
      const last = [...open, ...(sessionStatus === "completed" ? [line({ id, sessionId, sessionStatus })] : []), END];
      for (const event of last) send(event);
      return [...(text === "" ? [] : [delta(text)]), ...others, ...last];
    },
    (error: ErrorBody) => [line({ id, sessionId, error }), END],
  );
}
