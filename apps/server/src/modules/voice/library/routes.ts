import { createHash } from "node:crypto";
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
import type { SpeechInstaller } from "../../../platform/local-speech/local-speech.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { refuseElsewhere } from "../elsewhere.ts";
import { HostedLibrary } from "./hosted-library.ts";
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

/** A provider's voices. A failure is part of the answer. */
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

  registerRoutes(app, context, table, {
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
  });
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** The natural voices that are installed, as voices of the library: each by its first speaker. */
function naturalVoices(orgId: string, installed: Awaited<ReturnType<SpeechInstaller["installedVoices"]>>): LibraryVoice[] {
  return installed.map(({ entry, voice }, index) => {
    const names = entry.languages.map((code) => languageNames.of(code) ?? code);
    return {
      id: idOf(entry.id),
      orgId,
      createdAt: voice.installedAt,
      updatedAt: voice.installedAt,
      provider: "callwright",
      providerId: entry.id,
      slug: entry.id,
      name: entry.name,
      language: names[0] ?? "English",
      languageCode: entry.languages[0] ?? "en",
      description: `${entry.family}, natural, on this server: ${names.join(", ")}`,
      sortOrder: 100 + index,
      isPublic: true,
      isDeleted: false,
    };
  });
}

/** The id is the same everywhere, as for the offline voices. */
function idOf(voiceId: string): string {
  const hash = createHash("sha256").update(`local voice ${voiceId}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
