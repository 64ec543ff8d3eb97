import { type LibraryVoice, voiceLibraryRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuseElsewhere } from "../provider/elsewhere.ts";
import { naturalVoices } from "./natural-voices.ts";
import { filterVoices, offlineVoices, oneOfEachAccent } from "./offline-library.ts";
import { previewVoice } from "./preview.ts";

const OFFLINE = "callwright";

export function voiceLibraryRoutes(app: App, context: ServerContext): void {
  const voicesOf = async (orgId: string, provider: string, what: string): Promise<LibraryVoice[]> =>
    provider === OFFLINE
      ? [...offlineVoices(orgId), ...naturalVoices(orgId, await context.localVoices.installed())]
      : refuseElsewhere(what, provider);
  const fetched = (orgId: string, provider: string) => voicesOf(orgId, provider, "Fetching a provider's voices");
  const listed = (orgId: string, provider: string) => voicesOf(orgId, provider, "Listing a provider's voices");

  registerRoutes(
    app,
    table,
    {
      syncVoiceLibrary: async ({ caller, body: { providers = OFFLINE } }) => {
        const all = [];
        for (const provider of [providers].flat()) all.push(...(await fetched(caller.orgId, provider)));
        return all;
      },
      syncProviderVoices: ({ caller, params }) => fetched(caller.orgId, params.provider),
      createSesameVoice: async () => refuseElsewhere("Cloning a voice", "sesame"),
      listLibraryVoices: async ({ caller, params, query }) => filterVoices(await listed(caller.orgId, params.provider), query),
      listVoiceAccents: async ({ caller, params }) => oneOfEachAccent(await listed(caller.orgId, params.provider)),
      previewLibraryVoice: ({ params, query, signal }) => previewVoice(context, { ...params, ...query }, signal),
    },
    context,
  );
}
