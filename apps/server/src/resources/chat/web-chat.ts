import { CHAT_OUTPUT_PATH, CHAT_STREAM_END, type ErrorBody, type WebChat, type WebChatEvent } from "@callwright/contract";
import { EventStream, type ServerSentEvent } from "../../http/event-stream.ts";
import type { AcceptedChat, FinishedChat } from "./chat-service.ts";

type Ids = Pick<AcceptedChat, "id" | "sessionId">;

/** The answer of `POST /chat/web`. */
export function toWebChat({ id, sessionId }: Ids, { text, sessionStatus }: FinishedChat): WebChat {
  return { id, sessionId, sessionStatus, output: text === "" ? [] : [{ role: "assistant", content: text }] };
}

const END: ServerSentEvent = { data: CHAT_STREAM_END };

/** The same as a stream: lines with what is said, one when the session is over, and `[DONE]`. */
export function webChatStream(chat: AcceptedChat): EventStream {
  const { id, sessionId } = chat;
  const line = (event: WebChatEvent): ServerSentEvent => ({ data: JSON.stringify(event) });
  const delta = (text: string) => line({ id, sessionId, path: CHAT_OUTPUT_PATH, delta: text });
  return new EventStream(
    async (send) => {
      const { text, sessionStatus } = await chat.answer((piece) => send(delta(piece)));
      const last = sessionStatus === "completed" ? [line({ id, sessionId, sessionStatus }), END] : [END];
      for (const event of last) send(event);
      return text === "" ? last : [delta(text), ...last];
    },
    (error: ErrorBody) => [line({ id, sessionId, error }), END],
  );
}
