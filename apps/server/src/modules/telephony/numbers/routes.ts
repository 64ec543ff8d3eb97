import { phoneNumberSetupRoutes, phoneNumberRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { resourceHandlers } from "../../../platform/resource-kit/resource-handlers.ts";
import type { PhoneLines } from "../phone-lines.ts";
import { fromTwilio, fromVonage, phoneNumbers } from "./service.ts";
import { checkSetup, connectNumber, removeNumber } from "./setup.ts";

export function phoneNumberRoutes(app: App, context: ServerContext, lines: PhoneLines): void {
  const setup = { ...context, lines };
  registerRoutes(app, context, table, {
    ...resourceHandlers("PhoneNumber", context, phoneNumbers),
    deletePhoneNumber: ({ caller, params }) => removeNumber(setup, caller, params.id),
    importTwilioPhoneNumber: ({ caller, body }) => phoneNumbers.create(context, caller, fromTwilio(body)),
    importVonagePhoneNumber: ({ caller, body }) => phoneNumbers.create(context, caller, fromVonage(body)),
    listPhoneNumberPage: ({ caller, query }) => phoneNumbers.page(context, caller, query),
  });
  registerRoutes(app, context, phoneNumberSetupRoutes, {
    getPhoneNumberSetup: ({ caller, params }) => checkSetup(setup, caller, params.id),
    connectPhoneNumber: ({ caller, params }) => connectNumber(setup, caller, params.id),
  });
}
