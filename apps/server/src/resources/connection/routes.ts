import { connectionRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { OutsideNetwork } from "../../net/outside-network.ts";
import type { ServerContext } from "../../server-context.ts";
import { hostRoutes } from "./host-routes.ts";
import { deleteConnection, getConnection, saveConnection } from "./service.ts";

export function connectionRoutes(app: App, context: ServerContext, network: OutsideNetwork): void {
  registerRoutes(
    app,
    table,
    {
      getConnection: ({ caller }) => getConnection(context, caller),
      saveConnection: ({ caller, body }) => saveConnection(context, network, caller, body),
      deleteConnection: ({ caller }) => deleteConnection(context, caller),
    },
    context,
  );
  hostRoutes(app, context, network);
}
