import { connectionRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { hostRoutes } from "./host-routes.ts";
import { deleteConnection, getConnection, saveConnection } from "./service.ts";

export function connectionRoutes(app: App, context: ServerContext, network: OutsideNetwork): void {
  registerRoutes(app, context, table, {
    getConnection: ({ caller }) => getConnection(context, caller),
    saveConnection: ({ caller, body }) => saveConnection(context, network, caller, body),
    deleteConnection: ({ caller }) => deleteConnection(context, caller),
  });
  hostRoutes(app, context, network);
}
