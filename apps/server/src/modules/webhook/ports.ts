import { definePort } from "../../platform/modules/module.ts";
import type { MessageSources } from "./compose-message.ts";

/** What modules above this one know about the conversations of messages. */
export const callMessages = definePort<MessageSources["readCalls"]>("messages of calls");
export const sessionMessages = definePort<MessageSources["readSession"]>("messages of sessions");
export const assistantServers = definePort<MessageSources["findAssistant"]>("servers of assistants");
export const campaignServers = definePort<MessageSources["findCampaign"]>("servers of campaigns");
