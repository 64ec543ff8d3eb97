import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { ServerStatus } from "@callwright/contract";
import { hasAccounts } from "./auth/sign-up-policy.ts";
import type { ServerContext } from "./server-context.ts";
import { VERSION } from "./version.ts";

/** What the server is and can do right now. Who hears callers is found out once: programs do not come and go under a server. */
export function createServerStatus({ db, config }: Pick<ServerContext, "db" | "config">): () => Promise<ServerStatus> {
  const hearing = isOnPath("pocketsphinx_continuous") ? "pocketsphinx" : "browser";
  return async () => ({ version: VERSION, hearing, signUp: config.signUp, firstRun: !(await hasAccounts(db)) });
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
