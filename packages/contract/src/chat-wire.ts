/** Words of a chat that clients in the browser need. Kept apart from the schemas, so that they bring no schema library along. */

/** Where the deltas of a streamed chat belong. */
export const CHAT_OUTPUT_PATH = "chat.output[0].content";
/** The last line of a streamed chat. */
export const CHAT_STREAM_END = "[DONE]";
/** What a widget sends with `sessionEnd` when its visitor ends the chat: nobody said it, and nothing answers it. */
export const CHAT_ENDING_INPUT = "Ending chat...";
