import { CREDENTIAL_PROVIDERS, PlatformError } from "@callwright/contract";
import type { ServerContext } from "../../server-context.ts";
import { requireCredential } from "../credential/provider-keys.ts";

/** Providers whose credential has another name than they have here. */
const CREDENTIAL_OF: Readonly<Record<string, string>> = { ghl: "gohighlevel" };
const WITH_CREDENTIAL = new Set<string>(CREDENTIAL_PROVIDERS);

/**
 * What happens at a provider, which this server does not reach yet: fails with `credential-missing`, or with `not-available` where there is
 * a credential or the provider has none. `what` begins a sentence.
 */
export async function refuseElsewhere(
  context: Pick<ServerContext, "config" | "db" | "secrets">,
  orgId: string,
  what: string,
  provider: string,
): Promise<never> {
  const name = CREDENTIAL_OF[provider] ?? provider;
  if (WITH_CREDENTIAL.has(name)) await requireCredential(context, orgId, what, name);
  throw new PlatformError("not-available", { what, instead: `Do it at ${provider}, and use the ids it gives you.` });
}
