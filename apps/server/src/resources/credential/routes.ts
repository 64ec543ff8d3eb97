import { credentialCheckRoutes, credentialSessionRoutes, PlatformError, credentialRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { checkCredential, listCredentialUses } from "./check.ts";
import { isSigned, SIGNATURE_HEADER, takeSignIn } from "./credential-webhook.ts";
import { credentials } from "./service.ts";

const INSTEAD = "Create the credential with POST /credential.";

export function credentialRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    credentialSessionRoutes,
    {
      createCredentialSession: async () => {
        throw new PlatformError("not-available", { what: "Connecting a service by signing in at it", instead: INSTEAD });
      },
      triggerCredentialAction: async () => {
        throw new PlatformError("not-available", { what: "Running an action of a connected service", instead: INSTEAD });
      },
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
  registerRoutes(app, table, resourceHandlers("Credential", context, credentials), context);
}
