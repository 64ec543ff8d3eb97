import { type LocalSpeechModel, PlatformError, roleAtLeast, localSpeechRoutes as table } from "@callwright/contract";
import { hasSpeechLibrary } from "@callwright/engine";
import type { Config } from "../../../platform/config/config.ts";
import type { App } from "../../../platform/http/app.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { type RouteRequest, registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";

type Changing = RouteRequest<(typeof table)["installLocalSpeech"]>;

export function localSpeechRoutes(app: App, context: ServerContext): void {
  const { config, localSpeech } = context;
  const changing =
    (change: (id: string) => Promise<LocalSpeechModel>) =>
    async ({ params, target }: Changing): Promise<LocalSpeechModel> => {
      const { name } = localSpeech.entry(params.modelId);
      target({ name });
      const reason = serverRefusal(config);
      if (reason !== undefined) throw new PlatformError("speech-install-refused", { reason });
      return change(params.modelId);
    };

  registerRoutes(app, context, table, {
    listLocalSpeech: async ({ caller }) => {
      const refusal = refusalFor(caller, config);
      return { ...(refusal !== undefined && { refusal }), models: await localSpeech.list() };
    },
    installLocalSpeech: changing((id) => localSpeech.install(id)),
    cancelLocalSpeech: changing((id) => localSpeech.cancel(id)),
    removeLocalSpeech: changing((id) => localSpeech.remove(id)),
  });
}

/**
 * All organizations share the voices and recognizers of a server. If sign-up is open, anyone can be the admin of an organization, so that role gives
 * no right over the server.
 */
function serverRefusal({ voiceInstall }: Pick<Config, "voiceInstall">): string | undefined {
  if (voiceInstall === "off")
    return "Installing voices and recognizers is off on this server. Its operator turns it on with VOICE_INSTALL=admins.";
  return undefined;
}

function refusalFor(caller: OrgCaller, config: Pick<Config, "voiceInstall">): string | undefined {
  if (!hasSpeechLibrary()) return "Local speech is not available on this server's system: its library does not run there.";
  const refusal = serverRefusal(config);
  if (refusal !== undefined) return refusal;
  return roleAtLeast(caller.role, "admin")
    ? undefined
    : "Only an admin can install voices and recognizers. Ask an admin of your organization.";
}
