import {
  type LibraryVoice,
  type OfferedVoices,
  PlatformError,
  voiceLibraryRoutes as table,
  VOICE_LIBRARY_PROVIDERS,
} from "@callwright/contract";
import { catalogAbilities } from "@callwright/engine";
import type { App } from "../../../platform/http/app.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { refuseElsewhere } from "../elsewhere.ts";
import { HostedLibrary } from "./hosted-library.ts";
import { naturalVoices } from "./natural-voices.ts";
import { filterVoices, offlineVoices, oneOfEachAccent } from "./offline-library.ts";
import { previewVoice } from "./preview.ts";

const OFFLINE = "callwright";

/** Whether a provider lists voices to those who have a key. */
const isWithKey = (provider: string) => catalogAbilities(provider).needsKey;

async function noneWithoutKey(voices: Promise<LibraryVoice[]>): Promise<LibraryVoice[]> {
  try {
    return await voices;
  } catch (error) {
    if (error instanceof PlatformError && error.code === "credential-missing") return [];
    throw error;
  }
}

/** Of a list whose failures are part of the answer. */
async function offeredOf(provider: string, voices: () => Promise<LibraryVoice[]>): Promise<OfferedVoices> {
  if (provider !== OFFLINE && !catalogAbilities(provider).lists) return { voices: [], list: "unlisted" };
  try {
    return { voices: (await voices()).map(({ providerId: voiceId, name = voiceId }) => ({ voiceId, name })), list: "read" };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const list = error.code === "credential-missing" ? "needs-credential" : "failed";
    return { voices: [], list, message: error.message };
  }
}

export function voiceLibraryRoutes(app: App, context: ServerContext): void {
  const hosted = new HostedLibrary(context);
  const own = async ({ orgId }: OrgCaller): Promise<LibraryVoice[]> => [
    ...offlineVoices(orgId),
    ...naturalVoices(orgId, await context.localSpeech.installedVoices()),
  ];
  const fetched = (caller: OrgCaller, provider: string, signal: AbortSignal) =>
    provider === OFFLINE ? own(caller) : hosted.list(caller, provider, "Fetching a provider's voices", signal, true);
  const listed = (caller: OrgCaller, provider: string, signal: AbortSignal) =>
    provider === OFFLINE ? own(caller) : hosted.list(caller, provider, "Listing a provider's voices", signal);

  registerRoutes(
    app,
    table,
    {
      syncVoiceLibrary: async ({ caller, body: { providers }, signal }) => {
        const all = [];
        const chosen = providers === undefined ? VOICE_LIBRARY_PROVIDERS.filter(isWithKey) : [providers].flat();
        if (providers === undefined) all.push(...(await own(caller)));
        for (const provider of chosen) {
          const voices = fetched(caller, provider, signal);
          all.push(...(await (providers === undefined ? noneWithoutKey(voices) : voices)));
        }
        return all;
      },
      syncProviderVoices: ({ caller, params, signal }) => fetched(caller, params.provider, signal),
      createSesameVoice: async () => refuseElsewhere("Cloning a voice", "sesame"),
      listLibraryVoices: async ({ caller, params, query, signal }) =>
        filterVoices(await listed(caller, params.provider, signal), query),
      getOfferedVoices: ({ caller, params: { provider }, signal }) => offeredOf(provider, () => listed(caller, provider, signal)),
      listVoiceAccents: async ({ caller, params, signal }) => oneOfEachAccent(await listed(caller, params.provider, signal)),
      previewLibraryVoice: ({ caller, params, query, signal }) => previewVoice(context, caller, { ...params, ...query }, signal),
    },
    context,
  );
}
