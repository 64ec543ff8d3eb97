import type { Voice } from "@callwright/contract";
import { outsideProviderFetch } from "../outside-provider-fetch.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";
import type { VoiceService } from "./voice-service.ts";

const ADVICE = "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.";

/** Where to ask a service, and with what. */
export interface ServicePlace {
  baseUrl: string;
  send: typeof fetch;
}

/** The operator's address, the credential's, or the provider's own. An organization's address is not the server's network. */
export function placeOf(service: VoiceService, voice: Voice, context: ProviderContext): ServicePlace {
  const { provider } = service;
  const outside = () => (context.allowPrivateAddresses ? fetch : outsideProviderFetch(provider, "voice", ADVICE));
  if (service.ownServer) return { baseUrl: service.baseUrl(voice, context), send: outside() };
  const ofOperator = context.urls[provider];
  if (ofOperator !== undefined) return { baseUrl: ofOperator, send: fetch };
  const ofCredential = orgKeyField(context, provider, "apiUrl");
  if (ofCredential === undefined) return { baseUrl: service.baseUrl(voice, context), send: fetch };
  return { baseUrl: ofCredential, send: outside() };
}
