/** Constants of a chat for browser clients. Separate from the schemas, so that a client does not bundle zod. */

/** The `path` of each delta in a streamed chat. */
export const CHAT_OUTPUT_PATH = "chat.output[0].content";
/** The last line of a streamed chat. */
export const CHAT_STREAM_END = "[DONE]";
/** A widget's text with `sessionEnd` when the visitor ends the chat. It gets no reply. */
export const CHAT_ENDING_INPUT = "Ending chat...";
