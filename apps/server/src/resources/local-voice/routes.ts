import { type LocalVoice, PlatformError, roleAtLeast, localVoiceRoutes as table } from "@callwright/contract";
import { hasSpeechLibrary } from "@callwright/engine";
import type { Config } from "../../config.ts";
import type { App } from "../../http/app.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { type RouteRequest, registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";

type Changing = RouteRequest<(typeof table)["installLocalVoice"]>;

export function localVoiceRoutes(app: App, context: ServerContext): void {
  const { config, localVoices } = context;
  const changing =
    (change: (id: string) => Promise<LocalVoice>) =>
    async ({ params, target }: Changing): Promise<LocalVoice> => {
      const { name } = localVoices.entry(params.voiceId);
      target({ name });
      const reason = serverRefusal(config);
      if (reason !== undefined) throw new PlatformError("voice-install-refused", { reason });
      return change(params.voiceId);
    };

  registerRoutes(
    app,
    table,
    {
      listLocalVoices: async ({ caller }) => {
        const refusal = refusalFor(caller, config);
        return { ...(refusal !== undefined && { refusal }), voices: await localVoices.list() };
      },
      installLocalVoice: changing((id) => localVoices.install(id)),
      cancelLocalVoice: changing((id) => localVoices.cancel(id)),
      removeLocalVoice: changing((id) => localVoices.remove(id)),
    },
    context,
  );
}

/**
 * All organizations share the voices of a server. Where anyone may sign up, anyone is the admin of an organization, so that role says nothing
 * about the server.
 */
function serverRefusal({ voiceInstall }: Pick<Config, "voiceInstall">): string | undefined {
  if (voiceInstall === "off")
    return "Installing voices is off on this server. Its operator turns it on with VOICE_INSTALL=admins.";
  return undefined;
}

function refusalFor(caller: OrgCaller, config: Pick<Config, "voiceInstall">): string | undefined {
  if (!hasSpeechLibrary()) return "Natural voices are not available on this server's system: their library does not run there.";
  const refusal = serverRefusal(config);
  if (refusal !== undefined) return refusal;
  return roleAtLeast(caller.role, "admin") ? undefined : "Only an admin can install voices. Ask an admin of your organization.";
}
