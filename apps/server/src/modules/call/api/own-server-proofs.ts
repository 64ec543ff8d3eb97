import { type CreateAssistant, PlatformError, type ServerTarget, timeLimit } from "@callwright/contract";
import { type ProviderKey, partChoices } from "@callwright/engine/conversation";
import { type SigningContext, signRequest } from "../../credential/outgoing/sign-request.ts";
import type { OrgKeys } from "../../credential/provider-keys.ts";

/** The provider that is a server of the organization. */
const OWN = { voice: "custom-voice", transcriber: "custom-transcriber" } as const;
const PARTS = ["voice", "transcriber"] as const;

/** Proving may ask for an access token, and the caller waits. */
const PROOF_MS = 5_000;

const SIGNED = {
  voice: "A voice is asked for each phrase",
  transcriber: "This transcriber is asked about each utterance",
};
const signedProblem = (part: keyof typeof OWN) =>
  `${SIGNED[part]}, and a HMAC credential would have to sign each of these requests. Choose a bearer or OAuth 2 credential in ${part}.server.`;

/**
 * The headers that prove the call to the assistant's voices and transcribers on servers of the organization: by address, as keys of their providers.
 * Fails as `signRequest` does, and with `part-not-runnable` for a credential that signs each request, if a call sends many.
 */
export async function ownServerProofs(
  context: Omit<SigningContext, "signal">,
  orgId: string,
  assistant: CreateAssistant,
): Promise<OrgKeys> {
  const proofs: Record<string, ProviderKey> = {};
  for (const part of PARTS) {
    const provider = OWN[part];
    const choices = partChoices(part, assistant[part]).filter((choice) => choice.provider === provider);
    const byAddress: Record<string, ProviderKey> = {};
    for (const choice of choices) {
      const { url, credentialId } = choice.server as ServerTarget;
      // A transcriber gets all sound over one connection, unless it uses OpenAI's protocol.
      const asksOften = part === "voice" || choice.protocol === "openai";
      const method = asksOften ? "POST" : "GET";
      if (url === undefined || credentialId === undefined) continue;
      const signal = timeLimit(PROOF_MS);
      const proof = await signRequest({ ...context, signal }, orgId, credentialId, { method, url: new URL(url), body: "" });
      if (asksOften && proof.isOfOneRequest)
        throw new PlatformError("part-not-runnable", { field: `assistant.${part}`, problem: signedProblem(part) });
      byAddress[url] = proof.headers;
    }
    if (Object.keys(byAddress).length > 0) proofs[provider] = byAddress;
  }
  return proofs;
}
