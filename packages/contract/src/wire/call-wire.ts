/** Constants of a web call for browser clients. Separate from the schemas, so that a client does not bundle zod. */

/** The bare string the server sends once its pipeline is ready; the client's `call-start`. */
export const LISTENING = "listening";
/** The bare string the client sends after each remote track it plays. */
export const PLAYABLE = "playable";
/** The error for a call without a target, in the client and in the server. */
export const TARGET_MISSING_MESSAGE = "Assistant or Squad or Workflow must be provided.";
