import { definePort } from "../../platform/modules/module.ts";
import type { MessageSources } from "./compose-message.ts";

/** Data of conversations that modules above this one provide for messages. */
export const callMessages = definePort<MessageSources["readCalls"]>("messages of calls");
export const sessionMessages = definePort<MessageSources["readSession"]>("messages of sessions");
export const assistantServers = definePort<MessageSources["findAssistant"]>("servers of assistants");
export const simulationMessages = definePort<MessageSources["readSimulation"]>("messages of simulations");
export const campaignServers = definePort<MessageSources["findCampaign"]>("servers of campaigns");
