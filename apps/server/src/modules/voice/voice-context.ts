import { PlatformError, type Voice } from "@callwright/contract";
import { type ProviderContext, ProviderError } from "@callwright/engine";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { requireOrgKeys } from "../credential/provider-keys.ts";

type Context = Pick<ServerContext, "config" | "db" | "secrets">;

/**
 * The context for a request to a provider of voices: the organization's newest key, or the server's. Fails with `credential-missing` without a key.
 */
export async function voiceContext(
  context: Context,
  { orgId }: Pick<OrgCaller, "orgId">,
  { provider, voiceId }: Pick<Voice, "provider" | "voiceId">,
): Promise<ProviderContext> {
  const voice = { provider, voiceId: voiceId ?? "" };
  const orgKeys = await requireOrgKeys(context, { orgId }, { voice }, ["voice"]).catch((error: unknown) => {
    const isMissing = error instanceof PlatformError && error.code === "credential-missing";
    // The error must not mention an assistant.
    throw isMissing ? new PlatformError("credential-missing", { what: "This request", provider }) : error;
  });
  return { ...keylessContext(context), keys: context.config.providerKeys, orgKeys };
}

/** As `voiceContext`, but without a key, for data that a provider makes public. */
export function keylessContext({ config }: Pick<Context, "config">): ProviderContext {
  return { keys: {}, urls: config.providerUrls, allowPrivateAddresses: config.allowPrivateAddresses };
}

/** What a provider answers. Its failures become `provider-failed` if the same request may work later, and otherwise `provider-refused`. */
export async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new PlatformError(error.retryable ? "provider-failed" : "provider-refused", { reason: error.message });
  }
}
