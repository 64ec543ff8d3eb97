import { keySetRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as service from "./service.ts";

export function keySetRoutes(app: App, server: ServerContext, network: OutsideNetwork): void {
  const context = { ...server, network };
  registerRoutes(app, server, table, {
    listKeySets: ({ caller, params }) => service.listKeySets(context, caller, params.id),
    createKeySet: ({ caller, params, body }) => service.createKeySet(context, caller, params.id, body),
    deleteKeySet: ({ caller, params }) => service.deleteKeySet(context, caller, params.id, params.keySetId),
  });
}
