import type { Voice } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import { outsideProviderFetch, placeOf } from "../provider-place.ts";
import type { VoiceService } from "./voice-service.ts";

/** Where a service is asked, and with what. An address that the organization names must not lead into the server's own network. */
export function servicePlace(
  service: VoiceService,
  voice: Voice,
  context: ProviderContext,
): { baseUrl: string; send: typeof fetch } {
  const { provider, ownServer } = service;
  const own = service.baseUrl(voice, context);
  const { baseUrl, namedBy } = ownServer ? { baseUrl: own, namedBy: "credential" } : placeOf(provider, own, context);
  const isOutside = namedBy === "credential" && !context.allowPrivateAddresses;
  return { baseUrl, send: isOutside ? outsideProviderFetch(provider, "voice") : fetch };
}
