import {
  credentialCheckRoutes,
  credentialSessionRoutes,
  invalid,
  PlatformError,
  type TriggerCredentialAction,
  credentialRoutes as table,
} from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { withoutReplay } from "../../platform/http/idempotency.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { checkCredential, listCredentialUses } from "./check.ts";
import { createConnectSession, removeCredential } from "./connect-account.ts";
import { isSigned, SIGNATURE_HEADER, takeSignIn } from "./credential-webhook.ts";
import { credentials } from "./service.ts";
import { actionOf, runAction, SERVICE_ACTIONS } from "./service-actions/service-actions.ts";

export function credentialRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, credentialSessionRoutes, {
    // The token works once: a retry with the same key must not find it in the database.
    createCredentialSession: async ({ caller, body, origin }) =>
      withoutReplay(await createConnectSession(context, caller, body, origin)),
    triggerCredentialAction: ({ caller, body, signal }) => triggerAction(context, caller, body, signal),
    receiveCredentialWebhook: async ({ body, bodyText, header, log }) => {
      if (isSigned(bodyText, header(SIGNATURE_HEADER), context.config.credentialWebhookSecret))
        await takeSignIn(context, body, log);
    },
  });
  registerRoutes(app, context, credentialCheckRoutes, {
    checkCredential: ({ caller, params, signal }) => checkCredential(context, caller, params.id, signal),
    listCredentialUses: ({ caller, params }) => listCredentialUses(context, caller, params.id),
  });
  const remove: typeof credentials.remove = (_context, caller, id) => removeCredential(context, caller, id);
  registerRoutes(app, context, table, resourceHandlers("Credential", context, { ...credentials, remove }));
}

/**
 * Runs a tool's action once, with the newest account of its service, or with that of `credentialId` in the input. `metadata` in the input is that of
 * the tools `make` and `ghl`. Fails with `validation-failed` for an unknown action, and with `provider-refused`.
 */
async function triggerAction(
  context: ServerContext,
  { orgId }: OrgCaller,
  { action_name: name, input }: TriggerCredentialAction,
  signal: AbortSignal,
): Promise<void> {
  const action = actionOf(name);
  if (!action) {
    const problems = [`action_name must be one of ${Object.keys(SERVICE_ACTIONS).join(", ")}`];
    throw invalid(...problems);
  }
  const { credentialId, metadata, ...args } = input;
  if (credentialId !== undefined && typeof credentialId !== "string") throw invalid("input.credentialId must be a text");
  const request = { action, args, credentialId, metadata: (metadata ?? {}) as Record<string, unknown> };
  const { result, failed } = await runAction(context, orgId, request, signal);
  if (failed) throw new PlatformError("provider-refused", { reason: result });
}
