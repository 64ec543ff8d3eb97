import type { ServerStatus } from "@callwright/contract";
import { moonshineAvailable } from "@callwright/engine";
import { hasAccounts } from "../../platform/auth/sign-up-policy.ts";
import { socialProviders } from "../../platform/auth/social-sign-in.ts";
import { capabilities } from "../../platform/capabilities/capabilities.ts";
import { VERSION } from "../../platform/config/version.ts";
import type { ServerContext } from "../../platform/platform.ts";

/** What the server is and can do right now. */
export async function serverStatus({ db, config, held }: Pick<ServerContext, "db" | "config" | "held">): Promise<ServerStatus> {
  const heldKinds = held.kinds();
  return {
    version: VERSION,
    hearing: moonshineAvailable() ? "moonshine" : "browser",
    signUp: config.signUp,
    firstRun: !(await hasAccounts(db)),
    capabilities: capabilities(config),
    ...(heldKinds.length > 0 && { held: heldKinds }),
    socialProviders: socialProviders(config.socialSignIn),
  };
}
