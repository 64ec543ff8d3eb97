import { webhookRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { MessageSources } from "./compose-message.ts";
import { getDelivery, listDeliveries, resendDelivery, sendSample } from "./service.ts";

export function webhookRoutes(app: App, context: ServerContext & { sources: MessageSources }): void {
  registerRoutes(
    app,
    table,
    {
      listWebhookDeliveries: ({ caller, query }) => listDeliveries(context, caller, query),
      getWebhookDelivery: ({ caller, params, origin }) => getDelivery(context, caller, params.id, origin),
      resendWebhookDelivery: ({ caller, params, body, origin, signal }) =>
        resendDelivery(context, caller, params.id, body, { origin, signal }),
      sendWebhookSample: ({ caller, body, origin, signal }) => sendSample(context, caller, body, { origin, signal }),
    },
    context,
  );
}
