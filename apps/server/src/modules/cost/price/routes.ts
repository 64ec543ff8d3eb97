import { priceRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as service from "./service.ts";

export function priceRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      listPrices: ({ caller }) => service.listPrices(context, caller),
      setPrice: ({ caller, body }) => service.setPrice(context, caller, body),
      deletePrice: ({ caller, params }) => service.deletePrice(context, caller, params.id),
      getSpending: ({ caller }) => service.getSpending(context, caller),
    },
    context,
  );
}
