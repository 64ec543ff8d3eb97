import { findAssistant } from "./modules/assistant/store.ts";
import { readCallsOnce } from "./modules/call/describe-call.ts";
import { findCampaign } from "./modules/campaign/campaign-store.ts";
import { readSession } from "./modules/chat/session/describe-session.ts";
import type { MessageSources } from "./modules/webhook/compose-message.ts";
import type { ServerContext } from "./platform/platform.ts";

export const messageSources = (context: Pick<ServerContext, "db" | "now" | "secrets">): MessageSources => ({
  readCalls: (origin) => readCallsOnce(context, origin),
  readSession: (delivery) => readSession(context, delivery),
  findAssistant: (orgId, id) => findAssistant(context, orgId, id),
  findCampaign: (orgId, id) => findCampaign(context, orgId, id),
});
