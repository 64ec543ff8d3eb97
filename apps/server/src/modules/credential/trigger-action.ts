import { PlatformError, type TriggerCredentialAction } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { actionOf, runAction, SERVICE_ACTIONS } from "./service-actions/service-actions.ts";

/**
 * Does once what a tool of this type does, with the newest account of its service, or that of `credentialId` in the input. `metadata` in the
 * input is that of the tools `make` and `ghl`. Fails with `validation-failed` for an unknown action, and with `provider-refused`.
 */
export async function triggerAction(
  context: ServerContext,
  { orgId }: OrgCaller,
  { action_name: name, input }: TriggerCredentialAction,
  signal: AbortSignal,
): Promise<void> {
  const action = actionOf(name);
  if (!action) {
    const problems = [`action_name must be one of ${Object.keys(SERVICE_ACTIONS).join(", ")}`];
    throw new PlatformError("validation-failed", {}, { problems });
  }
  const { credentialId, metadata, ...args } = input;
  if (credentialId !== undefined && typeof credentialId !== "string")
    throw new PlatformError("validation-failed", {}, { problems: ["input.credentialId must be a text"] });
  const request = { action, args, credentialId, metadata: (metadata ?? {}) as Record<string, unknown> };
  const { result, failed } = await runAction(context, orgId, request, signal);
  if (failed) throw new PlatformError("provider-refused", { reason: result });
}
