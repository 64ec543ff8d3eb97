/** The hosted provider's web SDK, for a Callwright server: `import Vapi from "@callwright/vapi-web"`. */

export { Vapi as default } from "./vapi.ts";
export type { AddMessageMessage, ControlMessages, EndCallMessage, SayMessage } from "./vapi-types.ts";
