/** Conversations without audio, for chats: importing this loads no code for sound, and starts no process. */

export { createModelOrFailing } from "../providers/model-or-failing.ts";
export type { ProviderContext } from "../providers/provider.ts";
export { DEFAULT_MODEL } from "../providers/registry.ts";
export type { Conversation } from "./conversation.ts";
export { createConversation } from "./create-conversation.ts";
export { createTemplateRenderer } from "./template.ts";
