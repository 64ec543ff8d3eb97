import { type CreateAssistant, PlatformError, type ServerTarget, timeLimit } from "@callwright/contract";
import { type ProviderKey, partChoices } from "@callwright/engine/conversation";
import { type SigningContext, signRequest } from "../../outgoing/sign-request.ts";
import type { OrgKeys } from "../credential/provider-keys.ts";

/** The provider that is a server of the organization, and how it is asked. */
const OWN = {
  voice: { provider: "custom-voice", method: "POST" },
  transcriber: { provider: "custom-transcriber", method: "GET" },
} as const;
const PARTS = ["voice", "transcriber"] as const;

/** Proving may ask for an access token, and the caller waits. */
const PROOF_MS = 5_000;

const SIGNED_PHRASES =
  "A voice is asked for each phrase, and a HMAC credential would have to sign each of these requests. Choose a bearer or OAuth 2 credential in voice.server";

/**
 * What proves the call to the voices and transcribers of the assistant that are servers of the organization: headers by address, as keys of their
 * providers. Fails as `signRequest` does, and with `part-not-runnable` for a credential that signs each request of a voice.
 */
export async function ownServerProofs(
  context: Omit<SigningContext, "signal">,
  orgId: string,
  assistant: CreateAssistant,
): Promise<OrgKeys> {
  const proofs: Record<string, ProviderKey> = {};
  for (const part of PARTS) {
    const { provider, method } = OWN[part];
    const servers = partChoices(part, assistant[part]).flatMap((choice) =>
      choice.provider === provider ? [choice.server as ServerTarget] : [],
    );
    const byAddress: Record<string, ProviderKey> = {};
    for (const { url, credentialId } of servers) {
      if (url === undefined || credentialId === undefined) continue;
      const signal = timeLimit(PROOF_MS);
      const proof = await signRequest({ ...context, signal }, orgId, credentialId, { method, url: new URL(url), body: "" });
      if (part === "voice" && proof.isOfOneRequest)
        throw new PlatformError("part-not-runnable", { field: "assistant.voice", problem: `${SIGNED_PHRASES}.` });
      byAddress[url] = proof.headers;
    }
    if (Object.keys(byAddress).length > 0) proofs[provider] = byAddress;
  }
  return proofs;
}
