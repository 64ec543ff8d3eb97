import { defineModule, late, provide } from "../../platform/modules/module.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { assistantServers } from "../webhook/ports.ts";
import { publishGates } from "./publish-gate.ts";
import { assistantRoutes } from "./routes.ts";
import { findAssistant } from "./store.ts";

export const assistant = defineModule({
  name: "assistant",
  needs: { gates: late(publishGates) },
  open: ({ platform }) => ({ service: { find: (orgId: string, id: string) => findAssistant(platform, orgId, id) } }),
  provides: [provide(assistantServers, ({ find }: { find: MessageSources["findAssistant"] }) => find)],
  routes: (app, { platform, needs }) => assistantRoutes(app, platform, needs.gates),
});
