import type { CreateAssistant, ServerTarget } from "@callwright/contract";
import { type ProviderKey, partChoices } from "@callwright/engine/conversation";
import { type SigningContext, signRequest } from "../../outgoing/sign-request.ts";
import type { OrgKeys } from "../credential/provider-keys.ts";

const PROVIDER = "custom-transcriber";

/** Proving may ask for an access token, and the caller waits. */
const PROOF_MS = 5_000;

/**
 * What proves the call to the transcribers of the assistant that are servers of the organization: headers by address, as a key of the provider.
 * Fails as `signRequest` does.
 */
export async function transcriberProofs(
  context: Omit<SigningContext, "signal">,
  orgId: string,
  { transcriber }: CreateAssistant,
): Promise<OrgKeys> {
  const servers = partChoices("transcriber", transcriber).flatMap(({ provider, server }) =>
    provider === PROVIDER ? [server as ServerTarget] : [],
  );
  const proofs: Record<string, ProviderKey> = {};
  for (const { url, credentialId } of servers) {
    if (url === undefined || credentialId === undefined) continue;
    const signal = AbortSignal.timeout(PROOF_MS);
    const request = { method: "GET", url: new URL(url), body: "" };
    proofs[url] = (await signRequest({ ...context, signal }, orgId, credentialId, request)).headers;
  }
  return Object.keys(proofs).length === 0 ? {} : { [PROVIDER]: proofs };
}
