import { phoneNumberRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { fromTwilio, fromVonage, phoneNumbers } from "./service.ts";

export function phoneNumberRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      ...resourceHandlers("PhoneNumber", context, phoneNumbers),
      importTwilioPhoneNumber: ({ caller, body }) => phoneNumbers.create(context, caller, fromTwilio(body)),
      importVonagePhoneNumber: ({ caller, body }) => phoneNumbers.create(context, caller, fromVonage(body)),
      listPhoneNumberPage: ({ caller, query }) => phoneNumbers.page(context, caller, query),
    },
    context,
  );
}
