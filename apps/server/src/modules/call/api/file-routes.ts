import { type ArtifactType, CALL_FILES, PlatformError, callFileRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { found } from "../../../platform/http/found.ts";
import { Redirect } from "../../../platform/http/redirect.ts";
import { type Handlers, registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createCallLinks } from "./call-links.ts";
import { keyOfFile } from "./entity.ts";
import { findCall } from "./store.ts";

/** The files of calls, each behind an address of its own. */
export function callFileRoutes(app: App, context: ServerContext): void {
  const linksAt = createCallLinks(context);
  const open =
    (type: ArtifactType): Handlers<typeof table>[keyof typeof table] =>
    async ({ caller, params, origin }) => {
      const row = found(await findCall(context, caller.orgId, params.id), "Call");
      const key = keyOfFile(row, type);
      if (key === undefined) throw new PlatformError("not-found", { what: type === "log" ? "Log" : "Recording" });
      return new Redirect(linksAt(origin).sign(key));
    };
  const handlers = Object.fromEntries(Object.entries(CALL_FILES).map(([name, type]) => [name, open(type)]));
  registerRoutes(app, context, table, handlers as Handlers<typeof table>);
}
