import { credentialCheckRoutes, credentialSessionRoutes, credentialRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { withoutReplay } from "../../platform/http/idempotency.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { checkCredential, listCredentialUses } from "./check.ts";
import { createConnectSession, removeCredential } from "./connect-account.ts";
import { isSigned, SIGNATURE_HEADER, takeSignIn } from "./credential-webhook.ts";
import { credentials } from "./service.ts";
import { triggerAction } from "./trigger-action.ts";

export function credentialRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    credentialSessionRoutes,
    {
      // The token works once: a retry with the same key must not find it in the database.
      createCredentialSession: async ({ caller, body, origin }) =>
        withoutReplay(await createConnectSession(context, caller, body, origin)),
      triggerCredentialAction: ({ caller, body, signal }) => triggerAction(context, caller, body, signal),
      receiveCredentialWebhook: async ({ body, bodyText, header, log }) => {
        if (isSigned(bodyText, header(SIGNATURE_HEADER), context.config.credentialWebhookSecret))
          await takeSignIn(context, body, log);
      },
    },
    context,
  );
  registerRoutes(
    app,
    credentialCheckRoutes,
    {
      checkCredential: ({ caller, params, signal }) => checkCredential(context, caller, params.id, signal),
      listCredentialUses: ({ caller, params }) => listCredentialUses(context, caller, params.id),
    },
    context,
  );
  const remove: typeof credentials.remove = (_context, caller, id) => removeCredential(context, caller, id);
  registerRoutes(app, table, resourceHandlers("Credential", context, { ...credentials, remove }), context);
}
