import { type LibraryVoice, voiceLibraryRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuseElsewhere } from "../provider/elsewhere.ts";
import { HostedLibrary } from "./hosted-library.ts";
import { naturalVoices } from "./natural-voices.ts";
import { filterVoices, offlineVoices, oneOfEachAccent } from "./offline-library.ts";
import { previewVoice } from "./preview.ts";

const OFFLINE = "callwright";

export function voiceLibraryRoutes(app: App, context: ServerContext): void {
  const hosted = new HostedLibrary(context);
  const own = async ({ orgId }: OrgCaller): Promise<LibraryVoice[]> => [
    ...offlineVoices(orgId),
    ...naturalVoices(orgId, await context.localVoices.installed()),
  ];
  const fetched = (caller: OrgCaller, provider: string, signal: AbortSignal) =>
    provider === OFFLINE ? own(caller) : hosted.list(caller, provider, "Fetching a provider's voices", signal, true);
  const listed = (caller: OrgCaller, provider: string, signal: AbortSignal) =>
    provider === OFFLINE ? own(caller) : hosted.list(caller, provider, "Listing a provider's voices", signal);

  registerRoutes(
    app,
    table,
    {
      syncVoiceLibrary: async ({ caller, body: { providers = OFFLINE }, signal }) => {
        const all = [];
        for (const provider of [providers].flat()) all.push(...(await fetched(caller, provider, signal)));
        return all;
      },
      syncProviderVoices: ({ caller, params, signal }) => fetched(caller, params.provider, signal),
      createSesameVoice: async () => refuseElsewhere("Cloning a voice", "sesame"),
      listLibraryVoices: async ({ caller, params, query, signal }) =>
        filterVoices(await listed(caller, params.provider, signal), query),
      listVoiceAccents: async ({ caller, params, signal }) => oneOfEachAccent(await listed(caller, params.provider, signal)),
      previewLibraryVoice: ({ caller, params, query, signal }) => previewVoice(context, caller, { ...params, ...query }, signal),
    },
    context,
  );
}
