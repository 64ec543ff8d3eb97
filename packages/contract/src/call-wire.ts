/** Words of a web call that clients in the browser need. Kept apart from the schemas, so that they bring no schema library along. */

/** The bare string the server sends once its pipeline is ready; the client's `call-start`. */
export const LISTENING = "listening";
/** The bare string the client sends after each remote track it plays. */
export const PLAYABLE = "playable";
/** Said by the client and by the server when a call has no target. */
export const TARGET_MISSING_MESSAGE = "Assistant or Squad or Workflow must be provided.";
