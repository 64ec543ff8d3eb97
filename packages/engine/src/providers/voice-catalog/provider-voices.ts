import { ProviderError } from "../../model/provider-error.ts";
import { VOICE_SERVICES } from "../hosted-voice/services.ts";
import type { ProviderContext } from "../provider.ts";
import { reachCatalog, understood } from "./ask-provider.ts";
import { addElevenLabsVoice, cloneElevenLabsVoice, type VoiceRecordings } from "./elevenlabs.ts";
import type { CatalogVoice, SharedVoice } from "./voice-catalog.ts";

/** The provider whose shared voices can be added, and that creates voices from recordings. */
const SHARING = "11labs";

/** What can be asked about a provider's voices. */
export interface CatalogAbilities {
  lists: boolean;
  /** Whether the list needs a key. */
  needsKey: boolean;
  /** Whether shared voices can be added, and voices made from recordings. */
  adds: boolean;
}

export function catalogAbilities(provider: string): CatalogAbilities {
  const catalog = VOICE_SERVICES.find((each) => each.provider === provider)?.catalog;
  return {
    lists: catalog !== undefined,
    needsKey: catalog !== undefined && catalog.needsKey !== false,
    adds: provider === SHARING,
  };
}

/** The voices of a provider, as many as the account has. Fails with a `ProviderError`. */
export const listCatalogVoices = (provider: string, context: ProviderContext, signal: AbortSignal): Promise<CatalogVoice[]> =>
  understood(provider, () => {
    const { catalog, ask } = reached(provider, context, signal);
    return catalog.list(ask);
  });

/** The shared voices with a name like this; where none are shared, the provider's voices with it. Fails with a `ProviderError`. */
export const searchCatalogVoices = (
  provider: string,
  name: string,
  context: ProviderContext,
  signal: AbortSignal,
): Promise<(SharedVoice | CatalogVoice)[]> =>
  understood(provider, async () => {
    const { catalog, ask } = reached(provider, context, signal);
    if (catalog.search) return catalog.search(ask, name);
    return (await catalog.list(ask)).filter((voice) => voice.name.toLowerCase().includes(name.toLowerCase()));
  });

/** Adds a shared voice to the account. Answers its id there. Fails with a `ProviderError`. */
export const addCatalogVoice = (
  voice: { ownerId: string; voiceId: string; name: string },
  context: ProviderContext,
  signal: AbortSignal,
): Promise<string> => understood(SHARING, () => addElevenLabsVoice(reached(SHARING, context, signal).ask, voice));

/** Makes a voice of the account from recordings. Answers its id. Fails with a `ProviderError`. */
export const cloneCatalogVoice = (recordings: VoiceRecordings, context: ProviderContext, signal: AbortSignal): Promise<string> =>
  understood(SHARING, () => cloneElevenLabsVoice(reached(SHARING, context, signal).ask, recordings));

function reached(provider: string, context: ProviderContext, signal: AbortSignal) {
  const reachable = reachCatalog(provider, context, signal);
  if (!reachable)
    throw new ProviderError(`This server cannot list voices of ${provider}.`, { provider, part: "voice", retryable: false });
  return reachable;
}
